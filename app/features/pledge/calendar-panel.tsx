import { useState } from 'react'

import { describeFailure } from '#app/lib/form.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'

import { formatDayOf } from './pledge-words.ts'
import { usePledgeChanges } from './use-pledge.ts'

/** Panel for the learner's calendar feed. Its URL is shown only once, right after it was created. */
export function CalendarPanel({ userId, since }: { userId: string; since: string | null }) {
	const { makeCalendar, revokeCalendar } = usePledgeChanges(userId)
	const [address, setAddress] = useState<string | null>(null)
	const [isBusy, setBusy] = useState(false)

	async function attempt(work: () => Promise<void>) {
		setBusy(true)
		try {
			await work()
		} catch (error) {
			reportProblem('The calendar was not changed', error)
			toast({ ...describeFailure(error), title: 'We couldn’t change your calendar address' })
		} finally {
			setBusy(false)
		}
	}
	const make = () => attempt(async () => setAddress(await makeCalendar()))
	const revoke = () =>
		attempt(async () => {
			await revokeCalendar()
			setAddress(null)
			toast({ title: 'Switched off', description: 'Your calendar address no longer works' })
		})

	return (
		<section aria-labelledby="calendar" className="grid max-w-read gap-4">
			<h2 id="calendar">In your own calendar</h2>
			<p>Subscribe once, and we’ll add lessons to the calendar of your phone or computer. It checks for changes on its own.</p>
			{address !== null && since !== null && <NewAddress address={address} />}
			{address === null && since !== null && (
				<p>
					You made your calendar address on {formatDayOf(since)}. We don’t keep a readable copy, so we can’t show it again. If you lose it,
					make a new one.
				</p>
			)}
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				{since === null ? (
					<Button variant="secondary" pending={isBusy} onClick={() => void make()}>
						Create Calendar Address
					</Button>
				) : (
					<>
						<ConfirmButton label="Replace Address" title="Replace the address?" confirmLabel="Replace Address" onConfirm={make}>
							<p>The address you have now stops working. Calendars that use it no longer see your evenings.</p>
						</ConfirmButton>
						<ConfirmButton label="Switch It Off" title="Switch the calendar off?" confirmLabel="Switch It Off" onConfirm={revoke}>
							<p>Calendars that use the address no longer see your evenings. Your pledge stays.</p>
						</ConfirmButton>
					</>
				)}
			</div>
		</section>
	)
}

function NewAddress({ address }: { address: string }) {
	return (
		<div className="grid gap-4" role="group" aria-label="Your new calendar address">
			<TextField
				label="Calendar address"
				hint="Keep it to yourself: anyone who has it sees your evenings and the name of your next section. We show it only now."
				value={address}
				readOnly
				onFocus={({ currentTarget }) => currentTarget.select()}
			/>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<LinkButton to={address.replace(/^https?:/, 'webcal:')}>Subscribe</LinkButton>
				<CopyButton text={address} label="Copy Address" />
				<LinkButton to={address} variant="quiet" download="course-evenings.ics">
					Download Once
				</LinkButton>
			</div>
		</div>
	)
}
