import { type Ref, useRef, useState } from 'react'

import { type AuthRefusal, describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, type FormErrors, useForm } from '#app/lib/form.tsx'
import { LockedOut } from '#app/lib/locked-out.tsx'
import { useCountdown } from '#app/lib/use-countdown.ts'
import { useWebOtp } from '#app/lib/use-web-otp.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { SecondFactorWay } from '#contracts/account.ts'

import { answerFactor, verifySecurityKey, sendFactorCode, type SentCode } from './second-factor-calls.ts'

type Words = { intro: string; submit: string; missing: string }

export const WORDS_OF_WAY: Record<SecondFactorWay['type'], Words> = {
	totp: {
		intro: 'Open your authenticator app and enter the code it shows for this site.',
		submit: 'Confirm code',
		missing: 'Enter the 6-digit code from your app',
	},
	phone: { intro: 'We’ll text a code to', submit: 'Confirm code', missing: 'Please enter the verification code' },
	text: { intro: 'We’ll text a code to', submit: 'Confirm code', missing: 'Please enter the verification code' },
	webauthn: { intro: 'Your browser will ask for your security key.', submit: 'Use security key', missing: '' },
	recovery_code: {
		intro: 'Enter one of the recovery codes you saved. Each one works once.',
		submit: 'Use recovery code',
		missing: 'Enter one of your recovery codes',
	},
}

/** Shown if a code is requested less than a minute after any other SMS. */
export const CODE_TOO_SOON_MESSAGE =
	'We texted this phone less than a minute ago, so we didn’t send another code. The button shows when you can send one.'

export function nameOfWay(way: SecondFactorWay): string {
	switch (way.type) {
		case 'totp':
			return way.name ? `Authenticator app “${way.name}”` : 'Authenticator app'
		case 'webauthn':
			return way.name ? `Security key “${way.name}”` : 'Security key'
		case 'phone':
		case 'text':
			return `Text to ${way.phone}`
		case 'recovery_code':
			return 'Recovery code'
	}
}

const RESEND_SECONDS = 60
/** Fallback in seconds, if the response has none. */
const LOCK_SECONDS = 30

const usesTexts = (way: SecondFactorWay) => way.type === 'phone' || way.type === 'text'

/** Shows the error toast that the specification requires, and returns the message for the code field. */
function fail(refusal: AuthRefusal, fallback: string): FormErrors {
	toast({ title: 'Error', description: refusal.kind === 'refused' ? refusal.message : fallback, variant: 'destructive' })
	return { code: describeRefusal(refusal) }
}

function useAnswer(way: SecondFactorWay, onPassed: () => void) {
	const [sent, setSent] = useState<SentCode | null>(null)
	const lock = useCountdown(0)
	const resend = useCountdown(0)
	const [whyWait, setWhyWait] = useState<string | null>(null)

	async function sendCode(): Promise<FormErrors | void> {
		if (way.type !== 'phone' && way.type !== 'text') return
		const outcome = await sendFactorCode(way)
		setWhyWait(null)
		if (outcome.ok) {
			setSent(outcome.value)
			resend.start(RESEND_SECONDS)
			toast({ title: 'Code sent', description: 'Two-factor authentication code sent to your phone' })
		} else if (outcome.refusal.kind === 'limited') {
			const { seconds: wait, sent: lastSent } = outcome.refusal
			const seconds = wait ?? RESEND_SECONDS
			setWhyWait(lastSent === 'text' && seconds <= RESEND_SECONDS ? CODE_TOO_SOON_MESSAGE : describeRefusal(outcome.refusal))
			resend.start(seconds)
		} else return fail(outcome.refusal, 'Failed to send two-factor code')
	}

	const form = useForm<'send'>(async ({ action, text, form: element }) => {
		if (action === 'send') return sendCode()
		const code = text('code')
		if (lock.secondsLeft > 0) return
		if (way.type !== 'webauthn' && code === '') {
			const { missing } = WORDS_OF_WAY[way.type]
			if (usesTexts(way)) toast({ title: 'Code required', description: missing, variant: 'destructive' })
			return { code: missing }
		}
		const outcome = way.type === 'webauthn' ? await verifySecurityKey(way.factorId) : await answerFactor({ way, code, sent })
		if (outcome.ok) {
			if (usesTexts(way)) toast({ title: 'Verified', description: 'Two-factor authentication successful' })
			return onPassed()
		}
		element.reset()
		if (outcome.refusal.kind !== 'limited')
			return usesTexts(way) ? fail(outcome.refusal, 'Failed to verify code') : { code: describeRefusal(outcome.refusal) }
		lock.start(outcome.refusal.seconds ?? LOCK_SECONDS)
	})
	return {
		form,
		sent,
		whyWait: resend.secondsLeft > 0 ? whyWait : null,
		lockedSeconds: lock.secondsLeft,
		resendSeconds: resend.secondsLeft,
	}
}

type FormProps = {
	/** Factors to choose from; at least one. */
	ways: readonly SecondFactorWay[]
	onPassed: () => void
}

/** Form for the second factor. Changing the factor empties the code field. */
export function SecondFactorForm({ ways, onPassed }: FormProps) {
	const [chosen, setChosen] = useState(0)
	const way = ways[chosen] ?? ways[0]
	if (!way) return null
	return (
		<div className="grid gap-6">
			<WayForm key={chosen} way={way} onPassed={onPassed} />
			{ways.length > 1 && (
				<div className="grid justify-items-start gap-1 border-t-2 border-dotted border-line-strong pt-4">
					<p className="font-semibold">Another way</p>
					{ways.map(
						(other, index) =>
							index !== chosen && (
								<Button key={nameOfWay(other) + String(index)} variant="quiet" onClick={() => setChosen(index)}>
									{nameOfWay(other)}
								</Button>
							),
					)}
				</div>
			)}
		</div>
	)
}

function WayForm({ way, onPassed }: { way: SecondFactorWay; onPassed: () => void }) {
	const field = useRef<HTMLInputElement>(null)
	const { form, sent, whyWait, lockedSeconds, resendSeconds } = useAnswer(way, onPassed)
	const words = WORDS_OF_WAY[way.type]
	const isText = usesTexts(way)
	const hasField = way.type !== 'webauthn' && (!isText || sent !== null)
	useWebOtp(isText && sent !== null, field)

	return (
		<Form of={form} className="grid gap-4">
			<p>{way.type === 'text' || way.type === 'phone' ? `${words.intro} ${way.phone}.` : words.intro}</p>
			{/* Wrong codes of all factors are counted together, so this lock applies to the others, too. */}
			<LockedOut seconds={lockedSeconds}>
				To keep your account safe, we’re not accepting codes right now. The other ways are locked too.
			</LockedOut>
			<p role="status" className="empty:hidden">
				{whyWait}
			</p>
			{hasField && <AnswerField ref={field} way={way} error={form.problems.code} />}
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				{(hasField || !isText) && (
					<Button type="submit" pending={form.isBusy} disabled={lockedSeconds > 0}>
						{words.submit}
					</Button>
				)}
				{isText && (
					<Button
						variant={sent || resendSeconds > 0 ? 'quiet' : 'primary'}
						disabled={resendSeconds > 0}
						pending={form.busyWith === 'send'}
						onClick={form.press('send')}
					>
						{resendSeconds > 0 ? `Send a new code in ${resendSeconds} s` : sent ? 'Send a new code' : 'Send code'}
					</Button>
				)}
			</div>
			{!hasField && form.problems.code && (
				<p role="alert" className="font-semibold text-danger-ink">
					{form.problems.code}
				</p>
			)}
		</Form>
	)
}

type AnswerFieldProps = { ref: Ref<HTMLInputElement>; way: SecondFactorWay; error: string | undefined }

const AnswerField = ({ way, ...field }: AnswerFieldProps) =>
	way.type === 'recovery_code' ? (
		<TextField {...field} label="Recovery code" name="code" autoComplete="off" autoCapitalize="none" spellCheck={false} />
	) : (
		<CodeField {...field} label="6-digit code" placeholder="Enter 6-digit code" />
	)
