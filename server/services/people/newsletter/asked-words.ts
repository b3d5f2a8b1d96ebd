import type { Content } from '#content/load-content.server.ts'
import { NEWSLETTER_SWITCH } from '#domain/newsletter/switch-words.ts'

const wordsOf = ({ blogWords: { newsletter }, landing: { optIn } }: Content) => ({
	blog: [newsletter.title, newsletter.text, newsletter.privacyNote, `[${newsletter.submitLabel}]`],
	popup: [optIn.title, optIn.text, optIn.privacyNote, `[${optIn.submitLabel}]`],
	settings: [`[${NEWSLETTER_SWITCH.label}]`, NEWSLETTER_SWITCH.hint],
})

/** Returns the current consent text of a newsletter form, to be stored with the subscription as proof. */
export const askedWords = (content: Content, source: keyof ReturnType<typeof wordsOf>): string => wordsOf(content)[source].join('\n')
