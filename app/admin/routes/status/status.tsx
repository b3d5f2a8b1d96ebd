import { formatShare } from '#app/admin/format-share.ts'
import { useGiven } from '#app/admin/use-given.ts'
import { Badge } from '#app/ui/badge.tsx'
import { paths } from '#contracts/paths.ts'
import type { StatusPage } from '#server/http/status/status-page.ts'

type Up = Extract<StatusPage, { isUp: true }>

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })

function Days({ days, promised }: Up) {
	return (
		<table className="table">
			<thead>
				<tr>
					<th scope="col">Day (UTC)</th>
					<th scope="col">Served</th>
					<th scope="col">Not served</th>
				</tr>
			</thead>
			<tbody>
				{days.map(({ day, minutes, served }) => (
					<tr key={day}>
						<th scope="row">{dayFormat.format(new Date(day))}</th>
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
	const aim = `We aim for ${promised * 100}%.`
	if (all.minutes === 0) return <p>Nothing was measured yet: the first minute is not over. {aim}</p>
	return (
		<>
			<p className="text-xl">
				<strong>{formatShare(all.served / all.minutes)}</strong>
				{` available in the last ${periodDays} days`}
			</p>
			<p>
				{`${all.minutes - all.served} of ${all.minutes.toLocaleString('en-US')} minutes were not served. ${aim}`}
				{days.length < periodDays && ' Older minutes were not measured.'}
			</p>
			<Days {...page} />
		</>
	)
}

/** Shows visitors whether the academy works, and how much of the last month it did. */
export default function StatusRoute() {
	const page = useGiven<StatusPage>()
	return (
		<>
			<title>{`Status · ${page.siteName}`}</title>
			<header className="page pt-6">
				<a href={paths.home} className="flex items-center gap-2.5 text-lg font-semibold">
					<img src="/favicon.svg" width={40} height={40} alt="" />
					{page.siteName}
				</a>
			</header>
			<main className="page grid max-w-3xl gap-6 pt-6 pb-16">
				<h1 className="text-2xl">Status</h1>
				<p className="flex flex-wrap items-center gap-3">
					<Badge tone={page.isUp ? 'good' : 'accent'}>{page.isUp ? 'Everything works' : 'Not everything works'}</Badge>
					{`on ${timeFormat.format(page.at)} UTC`}
				</p>
				{page.isUp ? <Measured {...page} /> : <p role="alert">{page.problem}</p>}
				<h2 className="text-lg">How this is measured</h2>
				<p>
					Once a minute the server checks itself and its database, and records that minute. A minute without a record counts as not served,
					also during maintenance.
				</p>
				<p>
					The server can’t see what happens between you and it, such as a fault of the network or of our domain name, and while its machine
					is down this page is down too.
				</p>
				<p>
					<a href={paths.terms}>Terms of Service</a> · <a href={paths.contact}>Contact us</a>
				</p>
			</main>
		</>
	)
}
