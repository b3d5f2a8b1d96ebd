import { callApi } from '#app/lib/own-api.ts'
import type { EarlyAccessRequest, FeedbackRequest } from '#contracts/leads.ts'

export const sendEarlyAccess = (request: EarlyAccessRequest) => callApi<unknown>('/api/leads/early-access', { body: request })

export const sendFeedback = (request: FeedbackRequest) => callApi<unknown>('/api/leads/feedback', { body: request })
