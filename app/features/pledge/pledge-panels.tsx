import { useState } from 'react'

import { runWithToast, Form, Submit, useForm } from '#app/lib/form.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'
import { INVITATION_ANSWER_DAYS } from '#domain/pledge/supporter.ts'

import { formatDayOf, formatEveningTime, SUPPORTER_ENDED_TEXTS } from './pledge-words.ts'
import { usePledgeChanges } from './use-pledge.ts'

/** Panel for the learner's calendar feed. Its URL is shown only once, right after it was created. */
export function CalendarPanel({ userId, since }: { userId: string; since: string | null }) {
	const { makeCalendar, revokeCalendar } = usePledgeChanges(userId)
	const [address, setAddress] = useState<string | null>(null)
	const [isBusy, setBusy] = useState(false)

	async function change(work: () => Promise<void>) {
		setBusy(true)
		await runWithToast('We couldn’t change your calendar address', work)
		setBusy(false)
	}
	const make = () => change(async () => setAddress(await makeCalendar()))
	const revoke = () =>
		change(async () => {
			await revokeCalendar()
			setAddress(null)
			toast({ title: 'Calendar turned off', description: 'Your calendar address no longer works' })
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
						<ConfirmButton label="Turn It Off" title="Turn off the calendar?" confirmLabel="Turn It Off" onConfirm={revoke}>
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

type Known = NonNullable<PledgeResponse['pledge']>

/** Panel for the learner's supporter, a person who gets a one-line email every week after agreeing to it. */
export function SupporterPanel({ userId, pledge, email }: { userId: string; pledge: Known; email: string | null }) {
	return (
		<section aria-labelledby="supporter" className="grid max-w-read gap-4">
			<h2 id="supporter">A supporter</h2>
			<p>
				You can name one person who gets one email a week: how many of your evenings you kept, and nothing else. We ask them first, and
				either of you can end it at any time.
			</p>
			{pledge.supporterEnded && (
				<Callout>
					<p>{SUPPORTER_ENDED_TEXTS[pledge.supporterEnded]}</p>
				</Callout>
			)}
			{pledge.supporter && <Named userId={userId} supporter={pledge.supporter} zone={pledge.zone} />}
			{!pledge.supporter && email === null && <p className="text-soft">Confirm your email address in the settings to name a supporter.</p>}
			{!pledge.supporter && email !== null && <NameForm userId={userId} />}
		</section>
	)
}

function NameForm({ userId }: { userId: string }) {
	const { nameSupporter } = usePledgeChanges(userId)
	const form = useForm(async ({ text }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: INVALID_EMAIL_MESSAGE }
		await nameSupporter(email)
		toast({ title: 'Request sent', description: 'We won’t send a weekly update until they agree' })
		return undefined
	})
	return (
		<Form of={form} className="grid gap-4">
			<EmailField
				label="Their email address"
				autoComplete="off"
				hint="Our email to them shows the name in your account."
				error={form.problems['email']}
			/>
			<Submit of={form}>Ask Them</Submit>
		</Form>
	)
}

function Named({ userId, supporter, zone }: { userId: string; supporter: NonNullable<Known['supporter']>; zone: string }) {
	const { endSupport } = usePledgeChanges(userId)
	const { email, askedAt, agreedAt, nextLineAt } = supporter
	const end = () =>
		runWithToast('We couldn’t remove your supporter', async () => {
			await endSupport()
			toast({ title: 'Weekly update ended', description: 'We deleted their address' })
		})
	return (
		<>
			{agreedAt && nextLineAt ? (
				<p>
					<strong className="wrap-anywhere">{email}</strong> agreed on {formatDayOf(agreedAt)}. The next update goes out on{' '}
					{formatEveningTime(nextLineAt, zone)}, about the week before. Weeks without planned evenings get none.
				</p>
			) : (
				<p>
					You named <strong className="wrap-anywhere">{email}</strong> on {formatDayOf(askedAt)}, and they haven’t agreed yet. After{' '}
					{INVITATION_ANSWER_DAYS} days without an answer we delete the address. Anyone who asked us not to gets no email.
				</p>
			)}
			<div>
				<ConfirmButton
					label={agreedAt ? 'End Updates' : 'Cancel Request'}
					title="End the weekly update?"
					confirmLabel="End It"
					onConfirm={end}
				>
					<p>They get no more updates, and we delete their address.</p>
				</ConfirmButton>
			</div>
		</>
	)
}
