import { z } from 'zod'

/** The six digits of `/auth/v1/reauthenticate`; only a session that is not fresh needs them. */
const NonceSchema = z.string().max(20).optional()

/** Body of `POST /api/privacy/export`. */
export const ExportRequestSchema = z.strictObject({ format: z.enum(['json', 'csv']), nonce: NonceSchema })
export type ExportRequest = z.infer<typeof ExportRequestSchema>

/** Body of `POST /api/privacy/erasure`. */
export const ErasureRequestSchema = z.strictObject({ nonce: NonceSchema })

/**
 * What has to be shown before a copy or a deletion: nothing (`fresh`), the code that `/auth/v1/reauthenticate` mails or
 * texts, the second factor, or a new sign-in, because the account has no proven address to send a code to.
 */
export type ProofNeeded = 'fresh' | 'email-code' | 'phone-code' | 'second-factor' | 'unconfirmed'

/** Both ISO 8601, UTC. Until `erasesAt` the account can be kept. */
export type PendingErasure = { requestedAt: string; erasesAt: string }

/** Answer of `POST` and `DELETE /api/privacy/erasure`. */
export type ErasureResponse = { erasure: PendingErasure | null }

/** Answer of `GET /api/privacy`. */
export type PrivacyState = ErasureResponse & { proof: ProofNeeded }
