/** The articles of the blog (spec A §2, B §2; DECISIONS, Routes). `npm run check:content` holds it to the files of content/articles. */
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
