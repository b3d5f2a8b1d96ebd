import type { ReactNode } from 'react'

import { PageContents } from '#app/ui/page-contents.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import type { LegalPage, LegalWords } from '#content/schema/legal.ts'

import { BackButtons } from './back-buttons.tsx'

type LegalTextProps = { page: LegalPage; words: LegalWords; effective: string; children?: ReactNode }

/** A whole legal text: a summary, its contents in the margin, and the back buttons at both ends. */
export function LegalText({ page, words, effective, children }: LegalTextProps) {
	return (
		<article className="page pt-8 pb-14 lg:pt-12">
			<BackButtons words={words} />
			<header className="mt-8 grid gap-5 border-b-2 border-ink pb-8">
				<h1>{page.title}</h1>
				<p className="text-soft">
					{words.effectiveLabel} <time dateTime={page.effective}>{effective}</time>
				</p>
				<p className="max-w-read text-lg">
					<strong className="font-semibold">{words.summaryTitle}:</strong> {page.summary}
				</p>
			</header>
			<div className="article-body">
				<PageContents title={words.contentsTitle} sections={page.contents} />
				<div className="grid grid-cols-1 gap-12">
					{children}
					<SanitizedHtml html={page.bodyHtml} className="prose" />
					<BackButtons words={words} />
				</div>
			</div>
		</article>
	)
}
