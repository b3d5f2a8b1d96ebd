import { callApi } from '#app/lib/own-api.ts'
import type { ClaimCertificateResponse, OwnCertificateResponse, VerificationResponse } from '#contracts/certificates.ts'

const OWN = '/api/certificates'

export const fetchOwnCertificate = (signal: AbortSignal) => callApi<OwnCertificateResponse>(OWN, { signal })

export const claimCertificate = (name: string) => callApi<ClaimCertificateResponse>(OWN, { body: { name } })

export const fetchVerification = (id: string, signal: AbortSignal) =>
	callApi<VerificationResponse>(`${OWN}/${encodeURIComponent(id)}`, { signal })

/** @param content the parsed content of the file */
export const checkCertificateFile = (content: unknown) => callApi<VerificationResponse>(`${OWN}/check`, { body: content })

/** Puts on the certificate what is still known now. */
export const stateStillKnown = () => callApi<OwnCertificateResponse>(`${OWN}/still-known`, { method: 'PUT' })

export const withdrawStillKnown = () => callApi<OwnCertificateResponse>(`${OWN}/still-known`, { method: 'DELETE' })
