import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest, ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	composeDocumentSample,
	printDocumentSample,
	readDocumentSample,
	SAMPLED,
	type Sampled,
} from '#server/services/operations/document-samples/document-samples.ts'

import { readDraftContent } from './draft-content.ts'

const isSampled = (asked: string | null | undefined): asked is Sampled => SAMPLED.some((each) => each === asked)

const compose = (ctx: ServiceContext, content: ServiceContext['content'], sampled: Sampled) =>
	composeDocumentSample({ ...ctx, content }, sampled)

/** Renders an invoice, receipt or certificate (`?document=`) with sample data and all drafts. */
export async function readDocumentPreview({ ctx, url: { searchParams } }: ConsoleRequest) {
	const asked = searchParams.get('document')
	const shown = isSampled(asked) ? asked : 'receipt'
	const { content, problems } = await readDraftContent(ctx, 'all')
	const sample = content && compose(ctx, content, shown)
	const live = compose(ctx, ctx.content, shown)
	return {
		problems,
		shown,
		documents: SAMPLED,
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
	const asked = c.req.query('document')
	const { content } = await readDraftContent(ctx, 'all')
	const sample = content && isSampled(asked) ? compose(ctx, content, asked) : null
	if (!sample) return c.text('This document isn’t in the preview.', 404)
	c.header('Content-Disposition', `inline; filename="${asked}-preview.pdf"`)
	return c.body(Uint8Array.from(await printDocumentSample(ctx, sample)), 200, { 'Content-Type': 'application/pdf' })
}
