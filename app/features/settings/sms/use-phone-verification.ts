import { useState } from 'react'

import { useCountdown } from '#app/lib/use-countdown.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { SmsState } from '#contracts/sms.ts'

import { sendCode, type SmsOutcome, verifyCode } from './sms-api.ts'

const RESEND_SECONDS = 60
/** Used where the server does not say how long. */
const LOCK_SECONDS = 600

const refuse = (title: string, description: string) => toast({ title, description, variant: 'destructive' })

type Start = { phone: string; state: SmsState; onVerified: () => void }

/** Both waits: a lock closes sending and entering, any other only the next text. */
function useWaits(state: SmsState) {
	const resend = useCountdown(state.resendSeconds)
	const lock = useCountdown(state.lockedSeconds)
	const note = (outcome: SmsOutcome) => {
		if (!outcome.ok && outcome.code === 'over_code_attempts') lock.start(outcome.seconds ?? LOCK_SECONDS)
		else if (outcome.ok || outcome.seconds !== null) resend.start(outcome.seconds ?? RESEND_SECONDS)
	}
	return { resendSeconds: resend.secondsLeft, lockedSeconds: lock.secondsLeft, note }
}

/** From a number to a verified number: sending, entering, waiting, locked out. */
export function usePhoneVerification({ phone: known, state, onVerified }: Start) {
	const [phone, changePhone] = useState(state.pendingPhone ?? known)
	const [code, setCode] = useState('')
	const [error, setError] = useState<string>()
	const [sentTo, setSentTo] = useState(state.pendingPhone)
	const [isJustVerified, setJustVerified] = useState(false)
	const [isBusy, setBusy] = useState<'sending' | 'checking' | null>(null)
	const { resendSeconds, lockedSeconds, note } = useWaits(state)

	const changeCode = (digits: string) => {
		setCode(digits)
		setError(undefined)
	}

	async function send() {
		if (isBusy) return
		const to = phone.trim()
		if (to === '') return void refuse('Phone number required', 'Please enter your phone number first')
		setBusy('sending')
		const outcome = await sendCode(to)
		setBusy(null)
		note(outcome)
		if (!outcome.ok) return void refuse('Error', outcome.message ?? 'Failed to send verification code')
		setSentTo(to)
		changeCode('')
		toast({ title: 'Verification code sent', description: 'Check your phone for the verification code' })
	}

	async function confirm(entered = code) {
		if (isBusy || sentTo === null) return
		if (entered === '') return void refuse('Code required', 'Please enter the verification code')
		setBusy('checking')
		const outcome = await verifyCode(sentTo, entered)
		setBusy(null)
		if (outcome.ok) {
			setSentTo(null)
			setJustVerified(true)
			changeCode('')
			toast({ title: 'Phone verified', description: 'Your phone number has been successfully verified' })
			return onVerified()
		}
		note(outcome)
		if (outcome.code === 'over_code_attempts') setSentTo(null)
		const message = outcome.message ?? (outcome.code === null ? 'Failed to verify code' : 'Invalid verification code')
		setError(message)
		refuse('Error', message)
	}

	/** `sentTo`: the number whose code is awaited, null for none. */
	return { phone, code, error, isBusy, sentTo, isJustVerified, resendSeconds, lockedSeconds, changePhone, changeCode, send, confirm }
}

export type PhoneVerification = ReturnType<typeof usePhoneVerification>
