import type { ReactNode } from 'react'

type PageContentsProps = { title: string; sections: readonly { id: string; text: string }[] }

const LINK =
	'flex min-h-11 items-center py-[.35rem] leading-[1.3] no-underline hover:text-accent-ink hover:underline hover:decoration-accent hover:decoration-2 hover:underline-offset-[.22em]'

/** Text with its table of contents above it, or next to it if there is space; without sections, the text alone. */
export const WithTableOfContents = ({ children, ...contents }: PageContentsProps & { children: ReactNode }) =>
	contents.sections.length === 0 ? (
		<div className="max-w-read pt-8 lg:pt-12">{children}</div>
	) : (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-16 lg:pt-12">
			<PageContents {...contents} />
			{children}
		</div>
	)

function PageContents({ title, sections }: PageContentsProps) {
	return (
		<nav aria-labelledby="contents" className="lg:sticky lg:top-26 lg:self-start print:hidden">
			<h2 id="contents" className="text-(length:--text-base)">
				{title}
			</h2>
			<ol>
				{sections.map((section) => (
					<li key={section.id} className="border-b border-line">
						<a href={`#${section.id}`} className={LINK}>
							{section.text}
						</a>
					</li>
				))}
			</ol>
		</nav>
	)
}
