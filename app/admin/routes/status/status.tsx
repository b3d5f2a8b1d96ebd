import { formatShare } from '#app/admin/format-share.ts'
import { SiteHeader } from '#app/admin/ui/site-header.tsx'
import { useStandaloneData } from '#app/admin/ui/use-given.ts'
import { Badge } from '#app/ui/badge.tsx'
import { paths } from '#contracts/paths.ts'
import type { StatusPage } from '#server/http/status/status-page.ts'

type Up = Extract<StatusPage, { isUp: true }>

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const formatDay = ({ day }: Pick<Up['days'][number], 'day'>) => dayFormat.format(new Date(day))
const timeFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })

function Days({ days, promised }: Up) {
	return (
		<table className="table">
			<thead>
				<tr>
					<th scope="col">Day (UTC)</th>
					<th scope="col">Available</th>
					<th scope="col">Down</th>
				</tr>
			</thead>
			<tbody>
				{days.map(({ day, minutes, served }) => (
					<tr key={day}>
						<th scope="row">{formatDay({ day })}</th>
						<td>
							<Badge tone={served / minutes >= promised ? 'good' : 'accent'}>{formatShare(served / minutes)}</Badge>
						</td>
						<td>{minutes === served ? 'none' : `${minutes - served} min`}</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}

function Measured(page: Up) {
	const { all, promised, periodDays, days } = page
	const first = days.at(-1)
	const aim = `We aim for ${promised * 100}%.`
	if (all.minutes === 0) return <p>Nothing has been measured yet. {aim}</p>
	return (
		<>
			<p className="text-xl">
				<strong>{formatShare(all.served / all.minutes)}</strong>
				{days.length < periodDays && first ? ` available since ${formatDay(first)}` : ` available in the last ${periodDays} days`}
			</p>
			<p>{`Down for ${all.minutes - all.served} min of ${all.minutes.toLocaleString('en-US')} min. ${aim}`}</p>
			<Days {...page} />
		</>
	)
}

/** Shows visitors whether the academy is up, and its availability in the last month. */
export default function StatusRoute() {
	const page = useStandaloneData<StatusPage>()
	return (
		<>
			<title>{`Status · ${page.siteName}`}</title>
			<SiteHeader siteName={page.siteName} />
			<main className="page grid max-w-3xl gap-6 pt-6 pb-16">
				<h1 className="text-2xl">Status</h1>
				{page.isUp !== null && (
					<p className="flex flex-wrap items-center gap-3">
						<Badge tone={page.isUp ? 'good' : 'accent'}>{page.isUp ? 'Up' : 'Problems'}</Badge>
						{`${page.isUp ? 'The server and its database respond' : 'The server or its database has a problem'}, as of ${timeFormat.format(page.at)} UTC.`}
					</p>
				)}
				{page.isUp ? <Measured {...page} /> : <p role="alert">{page.problem}</p>}
				<h2 className="text-lg">How this is measured</h2>
				<p>
					Once a minute, the server checks itself and its database and records that minute. A minute without a record counts as down,
					including during maintenance.
				</p>
				<p>
					The server can’t see problems between you and it, such as those of the network or of our domain name. While its machine is down,
					so is this page.
				</p>
				<p>
					<a href={paths.terms}>Terms of Service</a> · <a href={paths.contact}>Contact us</a>
				</p>
			</main>
		</>
	)
}
