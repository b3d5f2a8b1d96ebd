/** The articles of the blog. `npm run check:content` compares the list with the files of content/articles. */
export const ARTICLE_SLUGS = [
	'start-making-money-online-beginner',
	'choose-your-first-income-stream',
	'why-people-fail-passive-income',
	'free-tools-online-business',
	'price-your-first-offer',
	'free-tools-digital-product',
	'affiliate-marketing-honest-start',
	'spot-online-income-scams',
] as const
