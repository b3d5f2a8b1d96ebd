import { storedOption } from '#app/lib/browser-storage.ts'
import { callApi } from '#app/lib/own-api.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { callApiWithChallenge } from '#app/lib/with-captcha.ts'
import type { ActionPlanRequest, EarlyAccessRequest, FeedbackRequest } from '#contracts/leads.ts'
import type { NewsletterRequest, UnsubscribeLinkRequest } from '#contracts/newsletter.ts'

/** `true` once the opt-in was shown in this browser, or an email was entered. It then stays closed. */
export const optInSeen = storedOption(storageKeys.emailOptInSeen, ['true'])

export const sendEarlyAccess = (request: EarlyAccessRequest) => callApiWithChallenge<unknown>('/api/leads/early-access', { body: request })

export const sendActionPlanRequest = (request: ActionPlanRequest) =>
	callApiWithChallenge<unknown>('/api/leads/action-plan', { body: request })

export const sendFeedback = (request: FeedbackRequest) => callApi<unknown>('/api/leads/feedback', { body: request })

/** Requests the newsletter. The opt-in dialog then never opens again. */
export async function sendNewsletterRequest(request: NewsletterRequest): Promise<void> {
	await callApiWithChallenge<unknown>('/api/leads/newsletter', { body: request })
	optInSeen.write('true')
}

export const sendUnsubscribeLinkRequest = (request: UnsubscribeLinkRequest) =>
	callApiWithChallenge<unknown>('/api/leads/newsletter/unsubscribe-link', { body: request })
