import { Link } from 'react-router'

import { attempt } from '#app/lib/form.tsx'
import { Loaded } from '#app/lib/loaded.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { parseMinute, formatClockTime, WEEKDAYS } from '#domain/pledge/pledge.ts'
import type { WeekRecord } from '#domain/pledge/study-record.ts'

import { PledgeForm } from './pledge-form.tsx'
import { CalendarPanel, SupporterPanel } from './pledge-panels.tsx'
import {
	REMINDERS_ENDED_TEXTS,
	formatEvenings,
	formatGoal,
	formatMoment,
	thisWeekOf,
	DAY_NAMES,
	formatDay,
	formatDot,
} from './pledge-words.ts'
import { usePledge, usePledgeChanges } from './use-pledge.ts'

const CELL = 'min-w-[1.7rem] px-[.2rem] py-[.3rem] text-center font-normal whitespace-nowrap wrap-normal'

type DotProps = { isDone?: boolean; isPlanned?: boolean; className?: string }

function Dot({ isDone = false, isPlanned = false, className = '' }: DotProps) {
	const fill = isDone
		? 'bg-spruce-ink bg-clip-padding forced-colors:bg-[CanvasText]'
		: 'bg-[radial-gradient(circle,var(--line)_0_2px,transparent_2.5px)]'
	const line = isPlanned ? 'border-line-strong' : isDone ? 'border-spruce-ink' : 'border-transparent'
	return <span className={`inline-block size-[1.1rem] rounded-[50%] border-2 align-middle ${fill} ${line} ${className}`} />
}

function DotCalendar({ weeks }: { weeks: readonly WeekRecord[] }) {
	return (
		<div className="overflow-x-auto">
			<table className="border-collapse">
				<caption className="sr-only">What you did in the last {weeks.length} weeks</caption>
				<thead>
					<tr>
						<th scope="col" className={CELL}>
							<span className="sr-only">Week of</span>
						</th>
						{WEEKDAYS.map((day) => (
							<th key={day} scope="col" className={CELL}>
								<abbr className="no-underline" title={DAY_NAMES[day]}>
									{DAY_NAMES[day].slice(0, 2)}
								</abbr>
							</th>
						))}
						<th scope="col" className={CELL}>
							Checks
						</th>
					</tr>
				</thead>
				<tbody>
					{weeks.map(({ week, passed, days }) => (
						<tr key={week} className="last:[&>*]:font-semibold last:[&>*]:text-ink">
							<th scope="row" className={`${CELL} pr-2 pl-0 text-left text-soft`}>
								{formatDay(week)}
							</th>
							{days.map((day) => (
								<td key={day.day} className={CELL}>
									<Dot isDone={day.isDone} isPlanned={day.isPlanned} />
									<span className="sr-only">{formatDot(day)}</span>
								</td>
							))}
							<td className={CELL}>{passed}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="flex flex-wrap items-center gap-2 mt-3 text-soft" aria-hidden="true">
				<Dot isDone /> something done
				<Dot isPlanned className="ml-4" /> planned
			</p>
		</div>
	)
}

export function PledgePage({ userId, zone }: { userId: string; zone: string }) {
	const query = usePledge(userId)
	return (
		<Loaded query={query} what="your pledge" heightClass="min-h-dvh">
			{(known) => (
				<>
					{known.pledge && <Record pledge={known.pledge} next={known.next} />}
					<section aria-labelledby="plan" className="grid gap-5">
						<h2 id="plan">{known.pledge ? 'Your evenings' : 'Pick your evenings'}</h2>
						{/* Resets the form if reminders were turned off elsewhere: an outdated form would turn them on again. */}
						<PledgeForm key={`${userId}:${known.pledge?.reminds}`} userId={userId} known={known} zone={zone} />
					</section>
					{known.pledge && <CalendarPanel userId={userId} since={known.pledge.feedSince} />}
					{known.pledge && <SupporterPanel userId={userId} pledge={known.pledge} email={known.email} />}
					{known.pledge && <EndPledge userId={userId} />}
				</>
			)}
		</Loaded>
	)
}

type Known = NonNullable<PledgeResponse['pledge']>

function Record({ pledge, next }: { pledge: Known; next: PledgeResponse['next'] }) {
	return (
		<section aria-labelledby="record" className="grid gap-5">
			<h2 id="record">How it’s going</h2>
			<p className="text-2xl font-semibold">{formatGoal(thisWeekOf(pledge), pledge.weeklyGoal)}</p>
			<p className="max-w-read">
				{formatEvenings(pledge.evenings)} at {formatClockTime(parseMinute(pledge.time) ?? 0)}. The next one is{' '}
				{formatMoment(pledge.nextEveningAt, pledge.zone)}
				{next ? (
					<>
						, and the next section is{' '}
						<Link className="link" to={next.href}>
							{next.title}
						</Link>
						.
					</>
				) : (
					'. You reached the end of every module.'
				)}
			</p>
			{pledge.nextReminderAt && <p>The next reminder comes on {formatMoment(pledge.nextReminderAt, pledge.zone)}.</p>}
			{pledge.remindersEnded && (
				<Callout>
					<p>{REMINDERS_ENDED_TEXTS[pledge.remindersEnded]}</p>
				</Callout>
			)}
			<DotCalendar weeks={pledge.weeks} />
			<p className="max-w-read text-soft">
				The dots come from your progress, so you don’t have to tick anything. A missed evening costs you nothing.
			</p>
		</section>
	)
}

function EndPledge({ userId }: { userId: string }) {
	const { end } = usePledgeChanges(userId)
	const confirm = () =>
		attempt('We couldn’t end your pledge', async () => {
			await end()
			toast({ title: 'Pledge ended', description: 'Its calendar, reminders and supporter are gone; your progress stays' })
		})
	return (
		<div>
			<ConfirmButton label="End the Pledge" title="End the pledge?" confirmLabel="End It" onConfirm={confirm}>
				<p>This removes your evenings, calendar, reminders and supporter. You keep your progress.</p>
			</ConfirmButton>
		</div>
	)
}
