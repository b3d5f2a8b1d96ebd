import type { ArticleCard } from '#content/schema/article.ts'
import { formatUtcDay } from '#contracts/format-day.ts'

/** Author, day and read time in one line. */
export function ArticleFacts({ card, className = 'text-sm text-soft' }: { card: ArticleCard; className?: string }) {
	return (
		<p className={className}>
			{card.author} · <time dateTime={card.date}>{formatUtcDay(card.date)}</time> ·{' '}
			<span className="whitespace-nowrap">{card.readTime}</span>
		</p>
	)
}
