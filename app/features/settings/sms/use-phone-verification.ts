import { useState } from 'react'

import { type FormErrors, useForm } from '#app/lib/form.tsx'
import { useCountdown } from '#app/lib/use-countdown.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { SmsState } from '#contracts/sms.ts'

import { sendCode, type SmsOutcome, verifyCode } from './sms-api.ts'

const RESEND_SECONDS = 60
/** Fallback if the response has no wait time. */
const LOCK_SECONDS = 600

function refuse(field: string, description: string, title = 'Error'): FormErrors {
	toast({ title, description, variant: 'destructive' })
	return { [field]: description }
}

type Start = { phone: string; state: SmsState; onVerified: () => void }

/** Countdowns: `lock` blocks requesting and entering codes, `resend` only requesting another code. */
function useWaits(state: SmsState) {
	const resend = useCountdown(state.resendSeconds)
	const lock = useCountdown(state.lockedSeconds)
	const note = (outcome: SmsOutcome) => {
		if (!outcome.ok && outcome.code === 'over_code_attempts') lock.start(outcome.seconds ?? LOCK_SECONDS)
		else if (outcome.ok || outcome.seconds !== null) resend.start(outcome.seconds ?? RESEND_SECONDS)
	}
	return { resendSeconds: resend.secondsLeft, lockedSeconds: lock.secondsLeft, note }
}

export function usePhoneVerification({ phone: known, state, onVerified }: Start) {
	const [phone, changePhone] = useState(state.pendingPhone ?? known)
	const [sentTo, setSentTo] = useState(state.pendingPhone)
	const [round, setRound] = useState(0)
	const [isJustVerified, setJustVerified] = useState(false)
	const { resendSeconds, lockedSeconds, note } = useWaits(state)

	async function send(isAgain: boolean): Promise<FormErrors | void> {
		const to = phone.trim()
		if (to === '') return refuse('phone', 'Please enter your phone number first', 'Phone number required')
		const outcome = await sendCode(to)
		note(outcome)
		if (!outcome.ok) return refuse('phone', outcome.message ?? 'Failed to send verification code')
		setSentTo(to)
		if (!isAgain) setRound((last) => last + 1)
		toast({ title: 'Verification code sent', description: 'Check your phone for the verification code' })
	}

	async function confirm(code: string): Promise<FormErrors | void> {
		if (sentTo === null) return
		if (code === '') return refuse('code', 'Please enter the verification code', 'Code required')
		const outcome = await verifyCode(sentTo, code)
		if (outcome.ok) {
			setSentTo(null)
			setJustVerified(true)
			toast({ title: 'Phone verified', description: 'Your phone number has been successfully verified' })
			return onVerified()
		}
		note(outcome)
		if (outcome.code === 'over_code_attempts') setSentTo(null)
		return refuse('code', outcome.message ?? (outcome.code === null ? 'Failed to verify code' : 'Invalid verification code'))
	}

	const request = useForm(() => send(false))
	const answer = useForm<'resend'>(async ({ action, text, form }) => {
		if (action === 'submit') return confirm(text('code'))
		const wrong = await send(true)
		if (wrong) return { code: wrong.phone }
		form.reset()
	})
	/** `round`: key of the code field. It changes with each number, so the field starts empty. */
	return { phone, changePhone, sentTo, round, isJustVerified, resendSeconds, lockedSeconds, request, answer }
}

export type PhoneVerification = ReturnType<typeof usePhoneVerification>
