import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { Button, LinkButton } from '#app/ui/button.tsx'
import { WithContents } from '#app/ui/page-contents.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import type { LegalPage, LegalWords } from '#content/schema/legal.ts'
import { paths } from '#contracts/paths.ts'

function hasPageBefore(): boolean {
	const state = window.history.state as { idx?: number } | null
	return (state?.idx ?? 0) > 0 || document.referrer.startsWith(`${window.location.origin}/`)
}

function BackButtons({ words }: { words: Pick<LegalWords, 'backLabel' | 'homeLabel'> }) {
	const navigate = useNavigate()
	return (
		<p className="screen-only flex flex-wrap gap-4">
			<Button variant="secondary" className="needs-js" onClick={() => void (hasPageBefore() ? navigate(-1) : navigate(paths.home))}>
				{words.backLabel}
			</Button>
			<LinkButton to={paths.home} variant="secondary">
				{words.homeLabel}
			</LinkButton>
		</p>
	)
}

type LegalTextProps = { page: LegalPage; words: LegalWords; effective: string; children?: ReactNode }

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
			<WithContents title={words.contentsTitle} sections={page.contents}>
				<div className="grid grid-cols-1 gap-12">
					{children}
					<SanitizedHtml html={page.bodyHtml} className="prose" />
					<BackButtons words={words} />
				</div>
			</WithContents>
		</article>
	)
}
