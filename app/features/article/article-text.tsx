import { Link } from 'react-router'

import { siteOrigin } from '#app/lib/site-origin.ts'
import { WithTableOfContents } from '#app/ui/page-contents.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { BACK_LINK_CLASSES, TEXT_LINK_CLASSES } from '#app/ui/text-link.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { ArticlePage, Blog, ArticleCard } from '#content/schema/article.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

import { ArticleFacts } from './article-facts.tsx'

/** Returns plain links: nothing is loaded from these sites before the visitor follows one. */
const shareTargets = (url: string, title: string) => [
	{ name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}` },
	{ name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}` },
	{ name: 'X', href: `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}` },
]

function ShareLinks({ card, words }: { card: ArticleCard; words: Blog['article'] }) {
	const url = siteOrigin + card.href
	async function copy() {
		try {
			await navigator.clipboard.writeText(new URL(url, window.location.href).href)
			toast(words.copiedToast)
		} catch (error) {
			reportProblem('The link wasn’t copied', error)
			toast({ ...words.notCopiedToast, description: url })
		}
	}
	return (
		<section className="screen-only mt-12 border-t border-line-strong pt-5" aria-labelledby="share">
			<h2 id="share" className="text-xl">
				{words.shareTitle}
			</h2>
			<ul className="mt-2 flex flex-wrap items-center gap-x-6">
				<li className="needs-js">
					<button type="button" className={TEXT_LINK_CLASSES} onClick={() => void copy()}>
						{words.copyLabel}
					</button>
				</li>
				<li>
					<a className={TEXT_LINK_CLASSES} href={`mailto:?subject=${encodeURIComponent(card.title)}&body=${encodeURIComponent(url)}`}>
						Email
					</a>
				</li>
				{shareTargets(url, card.title).map(({ name, href }) => (
					<li key={name}>
						<a className={TEXT_LINK_CLASSES} href={href} target="_blank" rel="noopener noreferrer">
							{name}
							<span className="sr-only"> (opens in a new tab)</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	)
}

export function ArticleText({ page, words }: { page: ArticlePage; words: Blog['article'] }) {
	const { card } = page
	return (
		<div className="page pt-8 lg:pt-12">
			<BackLinks page={page} words={words} />
			<div className="grid gap-8 pt-6 pb-10 border-b-2 border-ink lg:grid-cols-[5fr_3fr] lg:gap-16">
				<div className="grid content-center gap-5">
					<p className="font-semibold text-accent-ink">{card.category}</p>
					<h1>{card.title}</h1>
					<p className="text-lg">{card.excerpt}</p>
					<div>
						<ArticleFacts card={card} />
						{page.updated && (
							<p className="text-soft">
								{words.updatedLabel} <time dateTime={page.updated}>{formatUtcDay(page.updated)}</time>
							</p>
						)}
					</div>
				</div>
				<SpritePicture name={card.art} align="xMidYMid slice" className="aspect-3/2 w-full print:hidden" />
			</div>
			<WithTableOfContents title={words.contentsTitle} sections={page.contents}>
				<div>
					<SanitizedHtml html={page.bodyHtml} className="prose" />
					<ShareLinks card={card} words={words} />
				</div>
			</WithTableOfContents>
		</div>
	)
}

export function BackLinks({ page, words }: { page: ArticlePage; words: Blog['article'] }) {
	const links = page.isFreeResource ? [words.backToBlog, words.backToResources] : [words.backToBlog]
	return (
		<p className="screen-only flex flex-wrap gap-x-6">
			{links.map(({ label, href }) => (
				<Link key={href} to={href} className={BACK_LINK_CLASSES}>
					{label}
				</Link>
			))}
		</p>
	)
}
