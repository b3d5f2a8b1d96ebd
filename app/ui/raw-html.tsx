import type { ComponentProps } from 'react'

/** Only this file may set unescaped HTML (oxlint.config.ts). The HTML is ours, never a visitor's. */

/**
 * Inline script, set as HTML because a child of <script> would be escaped. The build adds its hash to the CSP. The console uses a nonce
 * instead. Browsers hide nonces from scripts, so React's hydration warning is suppressed.
 */
export const InlineScript = ({
	code,
	nonce,
	data,
}: {
	code: string
	nonce?: string
	/** Value of the `data-view` attribute. */ data?: string
}) => <script data-view={data} nonce={nonce} suppressHydrationWarning={nonce !== undefined} dangerouslySetInnerHTML={{ __html: code }} />

/** Renders HTML made from an author's Markdown and sanitized by the server (content/render-markdown.server.ts). */
export const SanitizedHtml = ({ html, className }: { html: string; className?: string }) => (
	<div className={className} dangerouslySetInnerHTML={{ __html: html }} />
)

type DrawingProps = ComponentProps<'svg'> & { shapes: string }

/** Shapes of one of our drawings, or of the logo, which content/schema/logo.ts validates. */
export const Drawing = ({ shapes, ...whole }: DrawingProps) => (
	<svg {...whole} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
)
