import { z } from 'zod'

/** The six digits of `/auth/v1/reauthenticate`; only a session that is not fresh needs them. */
const NonceSchema = z.string().max(20).optional()

/** Body of `POST /api/privacy/export`. */
export const ExportRequestSchema = z.strictObject({ format: z.enum(['json', 'csv']), nonce: NonceSchema })
export type ExportRequest = z.infer<typeof ExportRequestSchema>

/** Body of `POST /api/privacy/erasure`. */
export const ErasureRequestSchema = z.strictObject({ nonce: NonceSchema })

/**
 * Proof required for a copy or a deletion: nothing (`fresh`), the code that `/auth/v1/reauthenticate` mails or texts, the second factor, or
 * a new sign-in, because the account has no proven address to send a code to.
 */
export type ProofNeeded = 'fresh' | 'email-code' | 'phone-code' | 'second-factor' | 'unconfirmed'

/** Both ISO 8601, UTC. Until `erasesAt` the account can be kept. */
export type PendingErasure = { requestedAt: string; erasesAt: string }

/** Answer of `POST` and `DELETE /api/privacy/erasure`. */
export type ErasureResponse = { erasure: PendingErasure | null }

/** Answer of `GET /api/privacy`. */
export type PrivacyState = ErasureResponse & { proof: ProofNeeded }

/** Body of `POST /api/mailbox/link`; `gotrue_meta_security` brings a captcha or a proof of work, as for `/auth/v1/otp`. */
export const MailboxLinkSchema = z.strictObject({ email: z.string().max(320) })

const TokenSchema = z.string().regex(/^[0-9a-f]{56}$/)

/** Body of `POST /api/mailbox/open` and `/erasure`. */
export const MailboxProofSchema = z.strictObject({ token: TokenSchema })

/** Body of `POST /api/mailbox/export`. */
export const MailboxExportSchema = z.strictObject({ token: TokenSchema, format: z.enum(['json', 'csv']) })

/** Answer of `POST /api/mailbox/open`. The data of an account is requested in its settings. */
export type MailboxState = { email: string; hasAccount: boolean }
