import { useState } from 'react'

import { confirmEmailCode } from '#app/lib/auth-calls.ts'
import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { Form, useForm } from '#app/lib/form.tsx'
import { LockedOut } from '#app/lib/locked-out.tsx'
import { useCountdown } from '#app/lib/use-countdown.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { RESEND_SECONDS } from './sign-in-state.ts'

const CODE_LENGTH = 6
/** Fallback if the response has no wait time. */
const LOCK_SECONDS = 60

export type CodeEntryProps = {
	email: string
	label: string
	submitLabel: string
	/** Seconds until the first resend is allowed; 60 if the email was just sent. */
	waitSeconds?: number
	resend: () => Promise<AuthOutcome>
	onSignedIn: () => void
}

export function CodeEntry({ email, label, submitLabel, waitSeconds = RESEND_SECONDS, resend, onSignedIn }: CodeEntryProps) {
	const lock = useCountdown(0)
	const isLocked = lock.secondsLeft > 0
	const form = useForm(async ({ text }) => {
		const code = text('code')
		if (isLocked) return {}
		if (code.length !== CODE_LENGTH) return { code: 'Enter the 6-digit code from your email' }
		const outcome = await confirmEmailCode(email, code)
		if (outcome.ok) return onSignedIn()
		if (outcome.refusal.kind !== 'limited') return { code: describeRefusal(outcome.refusal) }
		lock.start(outcome.refusal.seconds ?? LOCK_SECONDS)
	})

	return (
		<Form of={form} className="grid gap-4">
			<CodeField label={label} error={form.problems.code} placeholder="000000" />
			<LockedOut seconds={lock.secondsLeft}>
				To keep your account safe, we’re not accepting codes right now. What you typed stays here.
			</LockedOut>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button type="submit" pending={form.isBusy} disabled={isLocked}>
					{submitLabel}
				</Button>
				<Resend email={email} waitSeconds={waitSeconds} resend={resend} />
			</div>
		</Form>
	)
}

function Resend({ email, waitSeconds, resend }: { email: string; waitSeconds: number; resend: () => Promise<AuthOutcome> }) {
	const { secondsLeft, start } = useCountdown(waitSeconds)
	const [isSending, setSending] = useState(false)

	async function sendAgain() {
		setSending(true)
		const outcome = await resend()
		setSending(false)
		if (outcome.ok) {
			start(RESEND_SECONDS)
			toast({ title: 'Code sent', description: `We sent a new code to ${email}.` })
			return
		}
		if (outcome.refusal.kind === 'limited') start(outcome.refusal.seconds ?? RESEND_SECONDS)
		toast({ title: 'Error', description: describeRefusal(outcome.refusal), variant: 'destructive' })
	}

	const isWaiting = secondsLeft > 0
	return (
		<Button variant="quiet" disabled={isWaiting} pending={isSending} onClick={() => void sendAgain()}>
			{isWaiting ? `Send a new code in ${secondsLeft} s` : 'Send a new code'}
		</Button>
	)
}
