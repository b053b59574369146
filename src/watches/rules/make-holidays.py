"""Writes holidays.txt anew: public holidays of countries and their regions, as the package `holidays` has them (MIT licence).

    pip install holidays==0.105 && python src/watches/rules/make-holidays.py

The first line says from which year to which. A country is its code and its days, a region its code, its name, the days that it has besides
and those of the country that it has not, with tabs between. Days are those of each year, then those of the first year, of the second and
so on, behind a semicolon each.
"""

import pathlib
import re
import warnings

import holidays

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
YEARS = range(2026, 2036)
NAMES = dict(
    re.findall(
        r"code: '(..-\w+)',\s+name: ['\"](.+?)['\"],\n",
        (HERE / "../../../node_modules/iso-3166/2.js").read_text(),
    )
)
# Of these every Sunday is one, by their laws.
WITHOUT_SUNDAYS = {"SE", "NO"}


def days(country, region=None):
    found = holidays.country_holidays(country, subdiv=region, years=YEARS)
    plain = country in WITHOUT_SUNDAYS
    return {day for day in found if day.year in YEARS and not (plain and found[day] in ("Söndag", "Sunday", "søndag"))}


def packed(all_days):
    short = {year: {day.strftime("%m%d") for day in all_days if day.year == year} for year in YEARS}
    always = set.intersection(*short.values())
    return ";".join(" ".join(sorted(some)) for some in [always, *(short[year] - always for year in YEARS)]).rstrip(";")


lines = [f"{YEARS[0]}\t{YEARS[-1]}"]
for country, regions in sorted(holidays.list_supported_countries(include_aliases=False).items()):
    base = days(country)
    if not base:
        continue
    lines.append(f"{country}\t{packed(base)}")
    for region in regions:
        there = days(country, region)
        if there != base:
            name = NAMES.get(f"{country}-{region}", region)
            lines.append(f"{country}-{region}\t{name}\t{packed(there - base)}\t{packed(base - there)}")
(HERE / "holidays.txt").write_text("\n".join(lines) + "\n")
