import { Form, type FormErrors, Submit, useForm } from '#app/lib/form.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { formatMinute, MAX_CHECKS, EARLIEST_MINUTE, LATEST_MINUTE, parseMinute, WEEKDAYS } from '#domain/pledge/pledge.ts'

import { DAY_NAMES } from './pledge-words.ts'
import { usePledgeChanges } from './use-pledge.ts'

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
