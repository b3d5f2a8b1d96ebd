import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import type { RenderedMail } from '#server/services/context.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

type Place = { moduleId: number; siteUrl: string }

/** Returns a note for recipients who didn't request the email. */
const didNotAsk = (siteUrl: string) =>
	`Didn’t ask for this, or changed your mind? Delete your address here: ${siteUrl}${paths.privacyRequest}`

// Like other confirmations, this email quotes nothing from the form.

export function earlyAccessMail(content: Content, { moduleId, siteUrl }: Place): RenderedMail {
	const mail = {
		heading: 'You’re on the early access list',
		paragraphs: [
			`You asked for early access to module ${moduleId} at ${content.site.name}. We’ll email you once, when there’s something to see.`,
			'Until then, you can read every module that is open.',
		],
		action: { label: 'See the modules', url: `${siteUrl}${paths.modules}` },
		notes: [didNotAsk(siteUrl)],
	}
	return { template: 'leads.early-access', subject: `Early access to module ${moduleId}`, ...layoutMail(content, mail) }
}

/** Renders the email that the early-access form promised. */
export function moduleOpenMail(
	content: Content,
	{ moduleId, siteUrl }: Place,
	{ title, lessons }: { title: string; lessons: number },
): RenderedMail {
	const mail = {
		heading: `Module ${moduleId} has lessons now`,
		paragraphs: [
			`You asked us to tell you when there’s something to see in module ${moduleId} at ${content.site.name}. Now there is: “${title}”, with ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}.`,
			'The modules page shows which ones are open to you.',
		],
		action: { label: 'See the modules', url: `${siteUrl}${paths.modules}` },
		notes: [`You asked for this one email. We write about module ${moduleId} again only if you ask again.`, didNotAsk(siteUrl)],
	}
	return { template: 'leads.module-open', subject: `Module ${moduleId} has lessons now`, ...layoutMail(content, mail) }
}

const nameModule = (content: Content, moduleId: number) => content.labelModule(moduleId).replace(/^Module/, 'module')

export function feedbackMail(content: Content, { moduleId, siteUrl }: Place): RenderedMail {
	const mail = {
		heading: 'Thank you for your feedback',
		paragraphs: [
			`We have your thoughts on ${nameModule(content, moduleId)}. A person reads every one, and they help us decide what to change next.`,
			'Would you like a reply? Write to us, and we will answer.',
		],
		action: { label: 'Write to us', url: `${siteUrl}${paths.contact}` },
		notes: ['You are getting this email because you were signed in when you sent the form.'],
	}
	return { template: 'leads.feedback', subject: `Your feedback on ${nameModule(content, moduleId)}`, ...layoutMail(content, mail) }
}
