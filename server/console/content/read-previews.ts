import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import { frameMail } from '#server/http/frame-mail.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { toFrameHtml } from '#server/services/messaging/outbox/inline-pictures.ts'
import {
	composeDocumentSample,
	printDocumentSample,
	readDocumentSample,
	SAMPLE_DOCUMENT_NAMES,
	type SampleDocumentName,
} from '#server/services/operations/document-samples/document-samples.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'

import { readDraftContent } from './draft-content.ts'

const isSampled = (name: string | null | undefined): name is SampleDocumentName => SAMPLE_DOCUMENT_NAMES.some((each) => each === name)

const compose = (ctx: ServiceContext, content: ServiceContext['content'], sampled: SampleDocumentName) =>
	composeDocumentSample({ ...ctx, content }, sampled)

/** Renders an invoice, receipt or certificate (`?document=`) with sample data and all drafts. */
export async function readDocumentPreview({ ctx, url: { searchParams } }: ConsoleRequest) {
	const name = searchParams.get('document')
	const shown = isSampled(name) ? name : 'receipt'
	const { content, problems } = await readDraftContent(ctx, 'all')
	const sample = content && compose(ctx, content, shown)
	const live = compose(ctx, ctx.content, shown)
	return {
		problems,
		shown,
		documents: SAMPLE_DOCUMENT_NAMES,
		/** Null while drafts have errors, and for an invoice while invoicing is off. */
		sample: sample && {
			text: readDocumentSample(sample),
			isChanged: JSON.stringify(sample) !== JSON.stringify(live),
			src: `${consolePaths.contentDocumentFile}?document=${shown}`,
		},
	}
}

/** Sends the document in `?document=` as a PDF, with sample data and all drafts. */
export async function sendDocument({ c, ctx }: ConsoleActionRequest) {
	const name = c.req.query('document')
	const { content } = await readDraftContent(ctx, 'all')
	const sample = content && isSampled(name) ? compose(ctx, content, name) : null
	if (!sample) return c.text('This document isn’t in the preview.', 404)
	c.header('Content-Disposition', `inline; filename="${name}-preview.pdf"`)
	return c.body(Uint8Array.from(await printDocumentSample(ctx, sample)), 200, { 'Content-Type': 'application/pdf' })
}

const withContent = (ctx: ServiceContext, content: ServiceContext['content']): RenderedMail[] => listMailSamples({ ...ctx, content })

/** Renders every email with sample data and all drafts, changed ones first. `?email=` selects the one to show. */
export async function readEmailPreview({ ctx, url: { searchParams } }: ConsoleRequest) {
	const { content, problems } = await readDraftContent(ctx, 'all')
	if (!content) return { problems, emails: [], shown: null }
	const live = new Map(withContent(ctx, ctx.content).map((sample) => [sample.template, sample]))
	const samples = withContent(ctx, content)
	const isChanged = ({ template, subject, text }: RenderedMail) =>
		subject !== live.get(template)?.subject || text !== live.get(template)?.text
	const emails = samples
		.map((sample) => ({ template: sample.template, subject: sample.subject, isChanged: isChanged(sample) }))
		.toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged))
	const name = searchParams.get('email') ?? emails[0]?.template
	const found = samples.find(({ template }) => template === name) ?? samples[0]
	return {
		problems,
		emails,
		shown: found
			? {
					template: found.template,
					subject: found.subject,
					text: found.text,
					isChanged: isChanged(found),
					src: `${consolePaths.contentEmailHtml}?${new URLSearchParams({ email: found.template })}`,
				}
			: null,
	}
}

/** Sends the HTML of the email in `?email=`, with sample data and all drafts, for the preview's frame. */
export async function showEmailHtml({ c, ctx }: ConsoleActionRequest) {
	const { content } = await readDraftContent(ctx, 'all')
	const sample = content && withContent(ctx, content).find(({ template }) => template === c.req.query('email'))
	if (!sample) return c.text('This email isn’t in the preview.', 404)
	return frameMail(c, toFrameHtml(content, sample.html))
}
