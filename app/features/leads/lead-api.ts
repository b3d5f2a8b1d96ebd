import { callApiWithChallenge } from '#app/lib/call-api-with-challenge.ts'
import { optInSeen } from '#app/lib/opt-in-seen.ts'
import { callApi } from '#app/lib/own-api.ts'
import type { ActionPlanRequest, EarlyAccessRequest, FeedbackRequest } from '#contracts/leads.ts'
import type { NewsletterRequest, UnsubscribeLinkRequest } from '#contracts/newsletter.ts'

export const sendEarlyAccess = (request: EarlyAccessRequest) => callApiWithChallenge<unknown>('/api/leads/early-access', { body: request })

export const sendActionPlanRequest = (request: ActionPlanRequest) =>
	callApiWithChallenge<unknown>('/api/leads/action-plan', { body: request })

export const sendFeedback = (request: FeedbackRequest) => callApi<unknown>('/api/leads/feedback', { body: request })

/** Requests the newsletter. After that, the opt-in dialog doesn't open any more. */
export async function sendNewsletterRequest(request: NewsletterRequest): Promise<void> {
	await callApiWithChallenge<unknown>('/api/leads/newsletter', { body: request })
	optInSeen.write('true')
}

export const sendUnsubscribeLinkRequest = (request: UnsubscribeLinkRequest) =>
	callApiWithChallenge<unknown>('/api/leads/newsletter/unsubscribe-link', { body: request })
