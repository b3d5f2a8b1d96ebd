import { NewsletterRequestSchema, UnsubscribeLinkRequestSchema } from '#contracts/newsletter.ts'
import { paths } from '#contracts/paths.ts'
import { ApplicationRequestSchema, ContactRequestSchema } from '#contracts/support.ts'
import type { FormLimits } from '#server/http/limits.ts'
import { refuseScriptlessFormUnderLoad } from '#server/http/require-captcha.ts'
import { requestSubscription, sendUnsubscribeLink } from '#server/services/people/newsletter/newsletter-forms.ts'
import { openTicket } from '#server/services/people/support/open-ticket.ts'
import { fileTooLarge, receiveApplication } from '#server/services/people/support/receive-application.ts'

import { MAX_UPLOAD_BYTES, type PageForm, readCv } from './post-form.ts'

const contactForms = (limits: FormLimits): PageForm[] => [
	{
		path: paths.contact,
		page: { label: 'Back to Contact', href: paths.contact },
		limit: limits.contact,
		async receive(c, fields) {
			const message = ContactRequestSchema.parse(fields)
			await refuseScriptlessFormUnderLoad(c, message.email)
			await openTicket(c.var.ctx, message)
			return { redirect: paths.contactStep('sent') }
		},
	},
	{
		path: paths.careers,
		page: { label: 'Back to Careers', href: paths.careers },
		maxBody: { bytes: MAX_UPLOAD_BYTES, refusal: fileTooLarge },
		limit: limits.applications,
		dailyLimit: limits.applicationsDaily,
		async receive(c, { cv: file, ...fields }) {
			const input = ApplicationRequestSchema.parse(fields)
			const cv = await readCv(file)
			await refuseScriptlessFormUnderLoad(c, input.email, cv !== null)
			await receiveApplication(c.var.ctx, { ...input, cv })
			return { redirect: paths.careersStep('sent') }
		},
	},
]

const newsletterForms = (limits: FormLimits): PageForm[] => [
	{
		path: '/newsletter',
		page: { label: 'Go to the blog', href: paths.blog },
		limit: limits.newsletter,
		async receive(c, fields) {
			const request = NewsletterRequestSchema.parse(fields)
			await refuseScriptlessFormUnderLoad(c, request.email)
			await requestSubscription(c.var.ctx, request)
			return { redirect: paths.newsletterStep('check-inbox') }
		},
	},
	{
		path: '/unsubscribe/link',
		page: { label: 'Back', href: paths.unsubscribe },
		limit: limits.unsubscribeLink,
		async receive(c, fields) {
			const request = UnsubscribeLinkRequestSchema.parse(fields)
			await refuseScriptlessFormUnderLoad(c, request.email)
			await sendUnsubscribeLink(c.var.ctx, request)
			return { redirect: paths.newsletterStep('check-inbox') }
		},
	},
]

export const leadForms = (limits: FormLimits): PageForm[] => [...contactForms(limits), ...newsletterForms(limits)]
