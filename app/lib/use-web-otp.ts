import { type RefObject, useEffect } from 'react'

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/**
 * Fills in a code from an SMS that names our origin (WebOTP). Does nothing if unsupported or if the user declines.
 * @param field gets the code; its form is then submitted
 */
export function useWebOtp(isWaiting: boolean, field: RefObject<HTMLInputElement | null>): void {
	useEffect(() => {
		if (!isWaiting || !('OTPCredential' in window)) return
		const abort = new AbortController()
		const request: OtpRequest = { otp: { transport: ['sms'] }, signal: abort.signal }
		navigator.credentials
			.get(request)
			.then((credential) => {
				const code: unknown = credential && 'code' in credential ? credential.code : null
				if (typeof code !== 'string' || !field.current) return
				field.current.value = code
				field.current.form?.requestSubmit()
			})
			.catch(() => {
				// The prompt was refused, timed out or aborted: the user can still type the code.
			})
		return () => abort.abort()
	}, [isWaiting, field])
}
