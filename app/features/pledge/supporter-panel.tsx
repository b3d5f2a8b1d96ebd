import { describeFailure, Form, Submit, useForm } from '#app/lib/form.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'
import { ANSWER_DAYS } from '#domain/pledge/supporter.ts'

import { SUPPORT_ENDED, formatDayOf, formatMoment } from './pledge-words.ts'
import { usePledgeChanges } from './use-pledge.ts'

type Known = NonNullable<PledgeResponse['pledge']>

/** Panel for the learner's supporter, who first agrees by email and then gets one short email a week. */
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
					<p>{SUPPORT_ENDED[pledge.supporterEnded]}</p>
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
		if (!isEmailAddress(email)) return { email: NOT_AN_ADDRESS }
		await nameSupporter(email)
		toast({ title: 'Named', description: 'We send no weekly update until they agree' })
		return undefined
	})
	return (
		<Form of={form} className="grid gap-4">
			<TextField
				label="Their email address"
				name="email"
				type="email"
				autoComplete="off"
				required
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
	async function end() {
		try {
			await endSupport()
			toast({ title: 'Ended', description: 'Their address is deleted' })
		} catch (error) {
			reportProblem('The supporter was not removed', error)
			toast({ ...describeFailure(error), title: 'We couldn’t remove your supporter' })
		}
	}
	return (
		<>
			{agreedAt && nextLineAt ? (
				<p>
					<strong className="wrap-anywhere">{email}</strong> agreed on {formatDayOf(agreedAt)}. The next update goes out on{' '}
					{formatMoment(nextLineAt, zone)}, about the week before. Weeks without planned evenings get none.
				</p>
			) : (
				<p>
					You named <strong className="wrap-anywhere">{email}</strong> on {formatDayOf(askedAt)}, and they have not agreed yet. After{' '}
					{ANSWER_DAYS} days without an answer we delete the address. Anyone who asked us not to gets no email.
				</p>
			)}
			<div>
				<ConfirmButton label={agreedAt ? 'End It' : 'Take It Back'} title="End it?" confirmLabel="End It" onConfirm={end}>
					<p>They get no more updates, and we delete their address.</p>
				</ConfirmButton>
			</div>
		</>
	)
}
