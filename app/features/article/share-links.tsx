import { siteOrigin } from '#app/lib/site-origin.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { ArticleCard, Blog } from '#content/schema/article.ts'

/** Returns plain links, so that nothing is loaded from these sites until the visitor follows one. */
const shareTargets = (url: string, title: string) => [
	{ name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}` },
	{ name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}` },
	{ name: 'X', href: `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}` },
]

export function ShareLinks({ card, words }: { card: ArticleCard; words: Blog['article'] }) {
	const url = siteOrigin + card.href
	async function copy() {
		try {
			await navigator.clipboard.writeText(new URL(url, window.location.href).href)
			toast(words.copiedToast)
		} catch (error) {
			reportProblem('The link was not copied', error)
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
					<button type="button" className="read-link" onClick={() => void copy()}>
						{words.copyLabel}
					</button>
				</li>
				<li>
					<a className="read-link" href={`mailto:?subject=${encodeURIComponent(card.title)}&body=${encodeURIComponent(url)}`}>
						Email
					</a>
				</li>
				{shareTargets(url, card.title).map(({ name, href }) => (
					<li key={name}>
						<a className="read-link" href={href} target="_blank" rel="noopener noreferrer">
							{name}
							<span className="sr-only"> (opens in a new tab)</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	)
}
