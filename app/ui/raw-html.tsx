/** The one file that may set HTML unescaped (oxlint.config.ts). Its input comes from us, never from a visitor. */

/**
 * A constant inline script of ours: as a child of <script> it would be escaped. The build adds its hash to the policy; the console
 * gives it a nonce, which browsers hide from scripts, so that it differs when React compares.
 */
export const InlineScript = ({ code, nonce, data }: { code: string; nonce?: string; /** As `data-view`. */ data?: string }) => (
	<script data-view={data} nonce={nonce} suppressHydrationWarning={nonce !== undefined} dangerouslySetInnerHTML={{ __html: code }} />
)

/** An author's text, rendered from Markdown and sanitized on our side (content/render-markdown.server.ts). */
export const SanitizedHtml = ({ html, className }: { html: string; className?: string }) => (
	<div className={className} dangerouslySetInnerHTML={{ __html: html }} />
)

type Mark = { size: number; shapes: string; viewBox: string; fill: string | undefined; /** Of one that is not square. */ width?: number }

/** The shapes of the logo, each checked by content/schema/logo.ts. */
export const LogoShapes = ({ size, shapes, ...whole }: Mark) => (
	<svg width={size} height={size} {...whole} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
)
