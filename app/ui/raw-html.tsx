/** The one file that may set HTML unescaped (oxlint.config.ts). What comes in here was made by us, never by a visitor. */

/** A constant script of ours in the document: as a child of <script> it would be escaped. The build adds its hash to the policy. */
export const InlineScript = ({ code }: { code: string }) => <script dangerouslySetInnerHTML={{ __html: code }} />

/** Text of a writer, rendered from Markdown and sanitised on our side (content/render-markdown.server.ts). */
export const SanitizedHtml = ({ html, className }: { html: string; className?: string }) => (
	<div className={className} dangerouslySetInnerHTML={{ __html: html }} />
)
