import type { ArticleCard } from '#content/schema/article.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

/** Author, date and reading time on one line. */
export function ArticleFacts({ card }: { card: ArticleCard }) {
	return (
		<p className="text-sm text-soft">
			{card.author} · <time dateTime={card.date}>{formatUtcDay(card.date)}</time> ·{' '}
			<span className="whitespace-nowrap">{card.readTime}</span>
		</p>
	)
}
