import { useEffect } from 'react'

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/**
 * Lets a phone that received our text offer its code to this page (WebOTP; the text names our origin for it). Nothing
 * happens in browsers without it, or when the person declines.
 */
export function useWebOtp(isWaiting: boolean, onCode: (code: string) => void): void {
	useEffect(() => {
		if (!isWaiting || !('OTPCredential' in window)) return
		const abort = new AbortController()
		const request: OtpRequest = { otp: { transport: ['sms'] }, signal: abort.signal }
		navigator.credentials
			.get(request)
			.then((credential) => {
				const code: unknown = credential && 'code' in credential ? credential.code : null
				if (typeof code === 'string') onCode(code)
			})
			.catch(() => {
				// Refused, timed out or aborted: the person can type the code.
			})
		return () => abort.abort()
		// oxlint-disable-next-line react/exhaustive-deps -- asked once per code: a new callback must not ask again
	}, [isWaiting])
}
