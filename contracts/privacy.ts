import { z } from 'zod'

/** The six-digit code sent by `/auth/v1/reauthenticate`; required if the session has no fresh proof. */
const NonceSchema = z.string().max(20).optional()

/** Body of `POST /api/privacy/export`. */
export const ExportRequestSchema = z.strictObject({ format: z.enum(['json', 'csv']), nonce: NonceSchema })
export type ExportRequest = z.infer<typeof ExportRequestSchema>

/** Body of `POST /api/privacy/erasure`. */
export const ErasureRequestSchema = z.strictObject({ nonce: NonceSchema })

/**
 * Proof required for a data export or deletion: none (`fresh`), a code that `/auth/v1/reauthenticate` sends by email or SMS, the second
 * factor, or, if the account has no verified address for a code, a new sign-in (`unconfirmed`).
 */
export type ProofNeeded = 'fresh' | 'email-code' | 'phone-code' | 'second-factor' | 'unconfirmed'

/** A scheduled deletion, which can be canceled until `erasesAt`. Times are ISO 8601, UTC. */
export type PendingErasure = { requestedAt: string; erasesAt: string }

/** Response of `POST` and `DELETE /api/privacy/erasure`. */
export type ErasureResponse = { erasure: PendingErasure | null }

/** Response of `GET /api/privacy`. */
export type PrivacyState = ErasureResponse & { proof: ProofNeeded }

/**
 * Body of `POST /api/mailbox/link`. It also has `gotrue_meta_security` with the solution of a CAPTCHA or proof of work, as for
 * `/auth/v1/otp`.
 */
export const MailboxLinkSchema = z.strictObject({ email: z.string().max(320) })

const TokenSchema = z.string().regex(/^[0-9a-f]{56}$/)

/** Body of `POST /api/mailbox/open` and `/erasure`. */
export const MailboxProofSchema = z.strictObject({ token: TokenSchema })

/** Body of `POST /api/mailbox/export`. */
export const MailboxExportSchema = z.strictObject({ token: TokenSchema, format: z.enum(['json', 'csv']) })

/** Response of `POST /api/mailbox/open`. An account's data is requested in its settings instead. */
export type MailboxState = { email: string; hasAccount: boolean }
