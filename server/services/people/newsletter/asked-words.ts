import { content } from '#content/loaded.server.ts'
import { NEWSLETTER_SWITCH } from '#domain/newsletter/switch-words.ts'

const { blogWords: blog, landing, fillPromises } = content

const { newsletter } = blog
const { optIn } = landing

const WORDS = {
	blog: [newsletter.title, newsletter.text, newsletter.privacyNote, `[${newsletter.submitLabel}]`],
	popup: [optIn.title, optIn.text, optIn.privacyNote, `[${optIn.submitLabel}]`],
	settings: [`[${NEWSLETTER_SWITCH.label}]`, NEWSLETTER_SWITCH.hint],
} as const

/** What somebody reads who asks for the newsletter there, as it stands today: kept with the subscription as its proof. */
export const askedWords = (source: keyof typeof WORDS): string => WORDS[source].map(fillPromises).join('\n')
