import { type RefObject, useEffect } from 'react'

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/**
 * Lets a phone that received our text offer its code to this page (WebOTP; the text names our origin for it). Does nothing in browsers
 * without it, or when the person declines.
 * @param field takes the code, and its form is sent
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
				// Refused, timed out or aborted: the person can type the code.
			})
		return () => abort.abort()
	}, [isWaiting, field])
}
