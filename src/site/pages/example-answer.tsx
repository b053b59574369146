import { Icon } from '#ui/icon.tsx'

const ROWS = [
  ['BlueLine', 'Mar 2026', '1,284', '221', '17.2'],
  ['BlueLine', 'Feb 2026', '611', '68', '11.1'],
  ['Swift', 'Mar 2026', '1,902', '122', '6.4'],
  ['Swift', 'Feb 2026', '2,040', '133', '6.5'],
  ['In-house', 'Mar 2026', '1,105', '57', '5.2'],
  ['In-house', 'Feb 2026', '1,377', '70', '5.1'],
]

/** What an answer looks like, drawn with the parts of the product itself. */
export const ExampleAnswer = () => (
  <figure class="example-frame">
    <figcaption>An example of an answer, on invented data</figcaption>
    <Example />
  </figure>
)

const Example = () => (
  <div class="example">
    <div class="example-thread">
      <p class="example-question">Why did returns rise in March?</p>
      <p class="example-step">
        <Icon name="check" />
        Looked at 3 tables, ran 3 queries · 1.4 s
      </p>
      <p class="example-text">
        Returns rose from <b class="bound">6.7 %</b> of orders in February to <b class="bound">9.3 %</b> in March. All
        of the rise comes from one courier: <strong>BlueLine</strong> went from <b class="bound">11.1 %</b> to{' '}
        <b class="bound">17.2 %</b>.
      </p>
      <div class="example-chart">
        <strong>One courier explains the rise in returns</strong>
        <Chart />
      </div>
      <p class="row" data-gap="2">
        <span class="badge badge-green">
          <Icon name="check" />4 of 4 numbers bound
        </span>
        <span class="badge badge-green">
          <Icon name="check" />
          Join
        </span>
        <span class="badge badge-amber">
          <Icon name="warning" />
          41 returns without an order
        </span>
      </p>
    </div>
    <div class="example-side">
      <table class="table table-plain">
        <thead>
          <tr>
            <th>courier</th>
            <th>month</th>
            <th class="num">orders</th>
            <th class="num">returned</th>
            <th class="num">share</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([courier, month, orders, returned, share], index) => (
            <tr>
              <td>{courier}</td>
              <td>{month}</td>
              <td class="num">{orders}</td>
              <td class="num">{returned}</td>
              <td class={index === 0 ? 'num picked' : 'num'}>{share}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <pre class="example-sql">
        <code>
          <Sql />
        </code>
      </pre>
    </div>
  </div>
)

const Key = (props: { children: string }) => <span class="sql-key">{props.children}</span>

const Sql = () => (
  <>
    <Key>select</Key> c.name <Key>as</Key>
    {' courier, month,\n       count(*) '}
    <Key>as</Key>
    {' orders,\n       count(r.order_id) '}
    <Key>as</Key>
    {' returned\n'}
    <Key>from</Key>
    {' orders o\n'}
    <Key>join</Key> couriers c <Key>using</Key>
    {' (courier_id)\n'}
    <Key>left join</Key> returns r <Key>using</Key>
    {' (order_id)\n'}
    <Key>group by</Key>
    {' 1, 2'}
  </>
)

/** Three lines with their names at the end; the one that matters in colour. */
const Chart = () => (
  <svg
    viewBox="0 0 520 190"
    role="img"
    aria-label="Share of returned orders by courier, October to March; BlueLine rises to 17.2 %"
  >
    <g class="chart-rules">
      <path d="M34 20h366M34 75h366M34 130h366" />
      <text x="0" y="24">
        18 %
      </text>
      <text x="0" y="79">
        12 %
      </text>
      <text x="6" y="134">
        6 %
      </text>
      {['Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'].map((month, index) => (
        <text x={34 + index * 70} y="180">
          {month}
        </text>
      ))}
    </g>
    <path class="chart-rest" d="M42 126l70-1 70-3 70 4 70-3 70-1" />
    <path class="chart-rest" d="M42 134l70-2 70 3 70-4 70 3 70-2" />
    <path class="chart-main" d="M42 119l70-3 70-9 70-10 70-18 70-52" />
    <circle class="chart-dot" cx="392" cy="27" r="4.5" />
    <text class="chart-name" x="404" y="31">
      BlueLine 17.2 %
    </text>
    <text class="chart-other" x="404" y="122">
      Swift 6.4 %
    </text>
    <text class="chart-other" x="404" y="140">
      In-house 5.2 %
    </text>
  </svg>
)
