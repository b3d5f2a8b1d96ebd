import site from '#content/site.json' with { type: 'json' }
import { paths } from '#contracts/paths.ts'
import { layoutMail } from '#server/services/notifications/mail-layout.ts'
import type { SupportMail } from '#server/services/support/support-mails.ts'

type Place = { moduleId: number; siteUrl: string }

// As in the other acknowledgements, nothing that was typed stands here.

export function earlyAccessMail({ moduleId, siteUrl }: Place): SupportMail {
	const mail = {
		heading: 'You are on the early access list',
		paragraphs: [
			`We have noted your wish for early access to module ${moduleId} at ${site.name}. You hear from us once, when there is something to see.`,
			'Until then, every module that is open is yours to read.',
		],
		action: { label: 'See the modules', url: `${siteUrl}${paths.modules}` },
		notes: ['You did not ask for this? Then somebody typed your address by mistake. There is nothing to do.'],
	}
	return { template: 'leads.early-access', subject: `Early access to module ${moduleId}`, ...layoutMail(mail) }
}

export function feedbackMail({ moduleId, siteUrl }: Place): SupportMail {
	const mail = {
		heading: 'Thank you for your feedback',
		paragraphs: [
			`What you think of module ${moduleId} has arrived. A person reads it, and it decides what we change next.`,
			'An answer needs more than a form? Write to us, and you get one.',
		],
		action: { label: 'Write to us', url: `${siteUrl}${paths.contact}` },
		notes: ['You get this mail because you were signed in when you sent the form.'],
	}
	return { template: 'leads.feedback', subject: `Your feedback on module ${moduleId}`, ...layoutMail(mail) }
}
