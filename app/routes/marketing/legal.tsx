import { useSyncExternalStore, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { fromContent, orNotFound } from '#app/content.server.ts'
import { onStorageChange } from '#app/lib/browser-storage.ts'
import { cookieChoice, type CookieChoice } from '#app/lib/cookie-choice.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice.tsx'
import { WithTableOfContents } from '#app/ui/page-contents.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import type { LegalPage, LegalWords } from '#content/schema/legal.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/legal.ts'

type Answer = 'accepted' | 'declined'
type CookieChoicePanelProps = { words: LegalWords['choice']; choice: Answer | null; onChoose: (answer: Answer) => void }

function CookieChoicePanel({ words, choice, onChoose }: CookieChoicePanelProps) {
	return (
		<section aria-labelledby="your-choice" className="grid max-w-read gap-4">
			<h2 id="your-choice">{words.title}</h2>
			<div className="needs-js grid gap-4">
				<RadioGroup
					label={words.question}
					options={[
						{ value: 'accepted', label: words.acceptLabel },
						{ value: 'declined', label: words.declineLabel },
					]}
					value={choice}
					onChange={onChoose}
				/>
				<p role="status">{choice === null ? words.none : words[choice]}</p>
			</div>
			<noscript>
				<p>{words.noScript}</p>
			</noscript>
		</section>
	)
}

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

function LegalText({ page, words, effective, children }: LegalTextProps) {
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
			<WithTableOfContents title={words.contentsTitle} sections={page.contents}>
				<div className="grid grid-cols-1 gap-12">
					{children}
					<SanitizedHtml html={page.bodyHtml} className="prose" />
					<BackButtons words={words} />
				</div>
			</WithTableOfContents>
		</article>
	)
}

export const loader = fromContent(({ readLegalPage, legalWords }, { url }) => {
	const page = orNotFound(readLegalPage(url.pathname.slice(1)))
	return { page, words: legalWords, effective: formatUtcDay(page.effective) }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	loaderData
		? pageMeta(matches, { title: loaderData.page.title, description: loaderData.page.description, path: `/${loaderData.page.id}` })
		: []

export default function LegalRoute({ loaderData: { page, words, effective } }: Route.ComponentProps) {
	const choice = useSyncExternalStore<CookieChoice | null>(
		onStorageChange,
		() => cookieChoice.read(),
		() => null,
	)
	return (
		<LegalText page={page} words={words} effective={effective}>
			{page.id === 'cookie-policy' && (
				<CookieChoicePanel words={words.choice} choice={choice} onChoose={(answer) => cookieChoice.write(answer)} />
			)}
		</LegalText>
	)
}
