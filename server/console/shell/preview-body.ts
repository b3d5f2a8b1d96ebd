/** Body of the document being written, or why it can't be shown. */
export type PreviewBody = { html?: string; problem?: string }

/** Returns the content of a document's body, for a frame that is updated in place. */
export const toPreviewBody = (html: string): PreviewBody => ({ html: /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '' })
