import { Link } from 'react-router'

import { runWithToast, Form, type FormErrors, Submit, useForm } from '#app/lib/form.tsx'
import { Loaded } from '#app/lib/loaded.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { parseMinute, formatClockTime, WEEKDAYS, formatMinute, MAX_CHECKS, EARLIEST_MINUTE, LATEST_MINUTE } from '#domain/pledge/pledge.ts'
import type { WeekRecord } from '#domain/pledge/study-record.ts'

import { CalendarPanel, SupporterPanel } from './pledge-panels.tsx'
import {
	REMINDERS_ENDED_TEXTS,
	formatEvenings,
	formatGoal,
	formatEveningTime,
	thisWeekOf,
	DAY_NAMES,
	formatDay,
	describeDot,
} from './pledge-words.ts'
import { usePledge, usePledgeChanges } from './use-pledge.ts'

const USUAL = { evenings: [], time: '19:30', weeklyGoal: 3, reminds: false } as const

/** Validates in the browser. The server validates everything again. */
function findProblems(evenings: readonly string[], time: string): FormErrors {
	const minute = parseMinute(time)
	return {
		...(evenings.length === 0 && { evenings: 'Pick at least one evening.' }),
		...((minute === null || minute < EARLIEST_MINUTE || minute > LATEST_MINUTE) && { time: 'Pick a time from 9:00 AM to 11:45 PM.' }),
	}
}

type PledgeFormProps = { userId: string; known: PledgeResponse; /** Time zone of this browser. */ zone: string }

export function PledgeForm({ userId, known: { pledge, email }, zone }: PledgeFormProps) {
	const { keep } = usePledgeChanges(userId)
	const form = useForm(async ({ data, text }) => {
		const evenings = WEEKDAYS.filter((day) => data.getAll('evenings').includes(day))
		const problems = findProblems(evenings, text('time'))
		if (Object.keys(problems).length > 0) return problems
		await keep({
			evenings,
			time: text('time'),
			zone: text('zone'),
			weeklyGoal: Number(text('weeklyGoal')),
			reminds: data.get('reminds') === 'on',
			remindsShown: pledge?.reminds ?? false,
		})
		toast({ title: 'Saved', description: 'Your evenings are set' })
		return undefined
	})
	const start = pledge ?? USUAL
	return (
		<Form of={form} className="grid max-w-read gap-6">
			<fieldset aria-describedby={form.problems['evenings'] ? 'evenings-problem' : undefined}>
				<legend className="font-semibold">Which evenings?</legend>
				<div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6">
					{WEEKDAYS.map((day) => (
						<Checkbox
							key={day}
							name="evenings"
							value={day}
							label={DAY_NAMES[day]}
							defaultChecked={start.evenings.some((picked) => picked === day)}
						/>
					))}
				</div>
				{form.problems['evenings'] && (
					<p id="evenings-problem" className="font-semibold text-danger-ink">
						{form.problems['evenings']}
					</p>
				)}
			</fieldset>
			<TextField
				label="At what time?"
				name="time"
				type="time"
				required
				min={formatMinute(EARLIEST_MINUTE)}
				max={formatMinute(LATEST_MINUTE)}
				defaultValue={start.time}
				error={form.problems['time']}
			/>
			<Zone stored={pledge?.zone ?? null} here={zone} error={form.problems['zone']} />
			<Select
				label="How many knowledge checks a week?"
				name="weeklyGoal"
				hint="Every section ends with a knowledge check. It counts toward the week you first pass it."
				defaultValue={start.weeklyGoal}
			>
				<Options
					options={Array.from({ length: MAX_CHECKS }, (_, index) => index + 1).map((count) => [
						String(count),
						count === 1 ? '1 check' : `${count} checks`,
					])}
				/>
			</Select>
			{email === null ? (
				<p className="text-soft">Confirm your email address in the settings if you want a reminder.</p>
			) : (
				<Checkbox
					name="reminds"
					label="Email me the lesson an hour before"
					hint={`One email to ${email} for each evening you picked, never after 8:45 PM. Every email has a link to stop the reminders. They also stop when you complete the course or your access ends.`}
					defaultChecked={start.reminds}
				/>
			)}
			<Submit of={form} size="lg">
				{pledge ? 'Save Changes' : 'Make This My Pledge'}
			</Submit>
		</Form>
	)
}

/**
 * Field for the time zone. If the browser's zone differs from the stored one, for example while traveling, the learner chooses between
 * them.
 */
function Zone({ stored, here, error }: { stored: string | null; here: string; error: string | undefined }) {
	if (stored !== null && stored !== here)
		return (
			<Select label="Time zone" name="zone" hint="This browser’s time zone differs from your pledge’s." defaultValue={stored} error={error}>
				<option>{stored}</option>
				<option>{here}</option>
			</Select>
		)
	return (
		<div>
			<input type="hidden" name="zone" value={here} />
			<p className="text-soft">Time zone: {here}. We adjust for daylight saving time.</p>
			{error && <p className="font-semibold text-danger-ink">{error}</p>}
		</div>
	)
}

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
									<span className="sr-only">{describeDot(day)}</span>
								</td>
							))}
							<td className={CELL}>{passed}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="flex flex-wrap items-center gap-2 mt-3 text-soft" aria-hidden="true">
				<Dot isDone /> studied
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
				{formatEveningTime(pledge.nextEveningAt, pledge.zone)}
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
			{pledge.nextReminderAt && <p>The next reminder comes on {formatEveningTime(pledge.nextReminderAt, pledge.zone)}.</p>}
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
		runWithToast('We couldn’t end your pledge', async () => {
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
