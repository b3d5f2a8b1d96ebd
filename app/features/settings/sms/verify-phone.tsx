import { useEffect, useRef } from 'react'

import { Form, Submit } from '#app/lib/form.tsx'
import { useWebOtp } from '#app/lib/use-web-otp.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { CodeField, TextField } from '#app/ui/field.tsx'

import { ConsentWords } from './sms-consent.tsx'
import type { PhoneVerification } from './use-phone-verification.ts'

/** @param verifiedPhone null if no number is verified */
export function VerifyPhone({ verification, verifiedPhone }: { verification: PhoneVerification; verifiedPhone: string | null }) {
	const { phone, sentTo, lockedSeconds, request, answer } = verification
	const isVerified = verifiedPhone !== null && phone.replace(/[\s().-]/g, '') === verifiedPhone
	return (
		<div className="grid gap-5">
			<Form of={request} className="grid gap-4">
				<TextField
					label="Phone Number"
					hint="Start with a plus sign and the country code, such as +1 415 555 2671"
					type="tel"
					name="phone"
					autoComplete="tel"
					maxLength={40}
					placeholder="+1 415 555 2671"
					className="max-w-80"
					error={request.problems.phone}
					value={phone}
					onChange={(event) => verification.changePhone(event.target.value)}
				/>
				{isVerified ? (
					<VerifiedMark isNew={verification.isJustVerified} />
				) : (
					<>
						<ConsentWords />
						<Submit of={request} disabled={phone.trim() === '' || answer.isBusy || lockedSeconds > 0}>
							Verify
						</Submit>
					</>
				)}
			</Form>
			{lockedSeconds > 0 && <LockedOut seconds={lockedSeconds} />}
			{sentTo !== null && <CodeEntry key={verification.round} verification={verification} sentTo={sentTo} />}
		</div>
	)
}

/** Shows that the number is verified. Takes focus after a correct code, because the code field was removed. */
function VerifiedMark({ isNew }: { isNew: boolean }) {
	const mark = useRef<HTMLParagraphElement>(null)
	useEffect(() => {
		if (isNew && document.activeElement === document.body) mark.current?.focus()
	}, [isNew])
	return (
		<p ref={mark} tabIndex={-1} className="w-fit">
			<Badge tone="good">Verified</Badge>
		</p>
	)
}

function LockedOut({ seconds }: { seconds: number }) {
	const minutes = Math.ceil(seconds / 60)
	return (
		<Alert title="Too many wrong codes">
			<p>
				To keep your number safe, no code is sent or accepted for {minutes === 1 ? 'another minute' : `another ${minutes} minutes`}. A new
				code doesn’t shorten this.
			</p>
		</Alert>
	)
}

function CodeEntry({ verification, sentTo }: { verification: PhoneVerification; sentTo: string }) {
	const { answer, resendSeconds } = verification
	const field = useRef<HTMLInputElement>(null)
	// Focuses the field after a click on Verify, but not when the page loads with a pending code.
	useEffect(() => {
		if (document.activeElement !== document.body) field.current?.focus()
	}, [])
	useWebOtp(true, field)
	return (
		<Form of={answer} className="grid gap-4">
			<CodeField
				ref={field}
				label="Verification Code"
				hint={`From the text to ${sentTo}. It works for 10 minutes.`}
				error={answer.problems.code}
				placeholder="Enter 6-digit code"
			/>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button type="submit" pending={answer.isBusy}>
					Confirm Code
				</Button>
				<Button variant="quiet" disabled={resendSeconds > 0} pending={answer.busyWith === 'resend'} onClick={answer.press('resend')}>
					{resendSeconds > 0 ? `Send a new code in ${resendSeconds} s` : 'Send a new code'}
				</Button>
			</div>
		</Form>
	)
}
