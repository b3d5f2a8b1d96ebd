import type { SubscriptionStatus } from '#domain/newsletter/decide-mail.ts'

/** What the states are called here. */
export const STATES: Readonly<Record<SubscriptionStatus, { word: string; tone: 'calm' | 'good' | 'bad' | 'warn' }>> = {
	pending: { word: 'asked', tone: 'warn' },
	confirmed: { word: 'confirmed', tone: 'good' },
	unsubscribed: { word: 'ended', tone: 'calm' },
	suppressed: { word: 'suppressed', tone: 'bad' },
}
export const STATE_NAMES = Object.keys(STATES) as SubscriptionStatus[]
