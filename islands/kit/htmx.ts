import htmx from 'htmx.org'

// The indicator's rules are in our style sheet: an injected style element would be refused by the content security policy.
htmx.config.includeIndicatorCSS = false
