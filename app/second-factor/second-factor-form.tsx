import { useId, useState, type FormEvent } from 'react'

import { describeRefusal, type AuthRefusal } from '#app/lib/auth-refusal.ts'
import { LockedOut } from '#app/lib/locked-out.tsx'
import { useCountdown } from '#app/lib/use-countdown.ts'
import { useWebOtp } from '#app/lib/use-web-otp.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField, TextField } from '#app/ui/field.tsx'
import type { SecondFactorWay } from '#contracts/account.ts'

import { answerFactor, answerWithKey, sendFactorCode, type Sent } from './second-factor-calls.ts'
import { nameOfWay, WORDS_OF_WAY } from './second-factor-words.ts'

const RESEND_SECONDS = 60
/** Used when the server does not say how long. */
const LOCK_SECONDS = 30

type Busy = 'sending' | 'checking' | null

function useAnswer(way: SecondFactorWay, onPassed: () => void) {
	const [code, setCode] = useState('')
	const [error, setError] = useState<string>()
	const [busy, setBusy] = useState<Busy>(null)
	const [sent, setSent] = useState<Sent | null>(null)
	const lock = useCountdown(0)
	const resend = useCountdown(0)

	function refuse(refusal: AuthRefusal) {
		if (refusal.kind === 'limited') lock.start(refusal.seconds ?? LOCK_SECONDS)
		else setError(describeRefusal(refusal))
	}

	async function send() {
		if (way.type !== 'phone' && way.type !== 'text') return
		setBusy('sending')
		setError(undefined)
		const outcome = await sendFactorCode(way)
		setBusy(null)
		if (outcome.ok) setSent(outcome.value)
		else if (outcome.refusal.kind !== 'limited') return setError(describeRefusal(outcome.refusal))
		resend.start(outcome.ok || outcome.refusal.kind !== 'limited' ? RESEND_SECONDS : (outcome.refusal.seconds ?? RESEND_SECONDS))
	}

	async function answer(typed = code) {
		if (busy) return
		setBusy('checking')
		setError(undefined)
		const outcome = way.type === 'webauthn' ? await answerWithKey(way.factorId) : await answerFactor({ way, code: typed.trim(), sent })
		setBusy(null)
		if (outcome.ok) return onPassed()
		setCode('')
		refuse(outcome.refusal)
	}

	const change = (text: string) => {
		setCode(text)
		setError(undefined)
	}
	return { code, error, busy, sent, change, send, answer, setError, lockedSeconds: lock.secondsLeft, resendSeconds: resend.secondsLeft }
}

type FormProps = {
	/** At least one. */
	ways: readonly SecondFactorWay[]
	onPassed: () => void
}

/** Shows one of the account's second factors; the others are one click away. Each starts with an empty field. */
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
	const fieldId = useId()
	const answer = useAnswer(way, onPassed)
	const words = WORDS_OF_WAY[way.type]
	const isText = way.type === 'phone' || way.type === 'text'
	const isTyped = way.type !== 'webauthn'
	const isOpen = !isText || answer.sent !== null
	useWebOtp(isText && isOpen, (received) => {
		answer.change(received)
		void answer.answer(received)
	})

	function submit(event: FormEvent) {
		event.preventDefault()
		if (answer.lockedSeconds > 0) return
		if (isTyped && answer.code.trim() === '') {
			answer.setError(words.missing)
			document.getElementById(fieldId)?.focus()
			return
		}
		void answer.answer()
	}

	return (
		<form noValidate className="grid gap-4" onSubmit={submit}>
			<p>{way.type === 'text' || way.type === 'phone' ? `${words.intro} ${way.phone}.` : words.intro}</p>
			{/* Wrong answers to all factors share one count, so this closes the others too. */}
			<LockedOut seconds={answer.lockedSeconds}>
				To keep your account safe, we are not accepting codes right now. The other ways are locked too.
			</LockedOut>
			{isOpen && isTyped && <AnswerField id={fieldId} way={way} {...answer} />}
			{!isTyped && answer.error && (
				<p role="alert" className="font-semibold text-danger-ink">
					{answer.error}
				</p>
			)}
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				{isOpen && (
					<Button type="submit" pending={answer.busy === 'checking'} disabled={answer.lockedSeconds > 0}>
						{words.submit}
					</Button>
				)}
				{isText && <SendButton {...answer} />}
			</div>
			{isText && !isOpen && answer.error && (
				<p role="alert" className="font-semibold text-danger-ink">
					{answer.error}
				</p>
			)}
		</form>
	)
}

type AnswerFieldProps = { id: string; way: SecondFactorWay; code: string; error: string | undefined; change: (text: string) => void }

function AnswerField({ id, way, code, error, change }: AnswerFieldProps) {
	if (way.type === 'recovery_code')
		return (
			<TextField
				id={id}
				label="Recovery code"
				error={error}
				value={code}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				onChange={(event) => change(event.target.value)}
			/>
		)
	return <CodeField id={id} label="6-digit code" error={error} value={code} placeholder="000000" onCode={change} />
}

function SendButton({
	busy,
	sent,
	resendSeconds,
	send,
}: {
	busy: Busy
	sent: Sent | null
	resendSeconds: number
	send: () => Promise<void>
}) {
	if (resendSeconds > 0)
		return (
			<Button variant="quiet" disabled>
				Send a new code in {resendSeconds} s
			</Button>
		)
	return (
		<Button variant={sent ? 'quiet' : 'primary'} pending={busy === 'sending'} onClick={() => void send()}>
			{sent ? 'Send a new code' : 'Send code'}
		</Button>
	)
}
