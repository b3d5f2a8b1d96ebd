import { consolePaths } from '#contracts/console-paths.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { fileRoute } from '#server/console/shell/route.ts'
import { sendCsv } from '#server/http/send-file.ts'

import { readFunnel } from './read-funnel.ts'
import { readChart, readOverviewFigures } from './read-overview.ts'
import { isoDay, lastDay } from './read-period.ts'

/** Sends what the table of a chart shows. */
function sendChart(
	{ c }: ConsoleActionRequest,
	{ id, name, currency, bars, unit, period }: NonNullable<Awaited<ReturnType<typeof readChart>>>,
) {
	const format = (amount: number) => (currency === null ? amount : decimalOf(amount, currency))
	// As text, a negative amount would get an apostrophe.
	const write = (amount: number) => (amount < 0 ? Number(format(amount)) : format(amount))
	return sendCsv(c, `${id}-${isoDay(period.since)}-to-${lastDay(period)}.csv`, [
		[unit, 'days', currency === null ? name : `${name} (${currency.toUpperCase()})`, 'compared with', 'before'],
		...bars
			.toReversed()
			.map(({ since, days, amount, before }) => [since, days, write(amount), before?.since ?? '', before ? write(before.amount) : '']),
	])
}

async function sendOverview(request: ConsoleActionRequest) {
	const asked = request.url.searchParams.get('chart')
	const chart = asked === null ? null : await readChart(request, asked)
	if (chart) return sendChart(request, chart)
	const { period, money, products, codes, steps, learning, figures, edits, stops } = await readOverviewFigures(request)
	return sendCsv(request.c, `overview-${period.days}-days.csv`, [
		['part', 'name', 'figure'],
		...money.flatMap(({ currency, orders, paidCents, refundedCents }) => [
			['money', `${currency} orders`, orders],
			['money', `${currency} paid`, decimalOf(paidCents, currency)],
			['money', `${currency} refunded`, decimalOf(refundedCents, currency)],
		]),
		...products.flatMap(({ name, currency, orders, paidCents, refundedCents }) => [
			['product', `${name}, ${currency} orders`, orders],
			['product', `${name}, ${currency} paid`, decimalOf(paidCents, currency)],
			['product', `${name}, ${currency} refunded`, decimalOf(refundedCents, currency)],
		]),
		...codes.flatMap(({ code, currency, orders, paidCents, discountCents, refundedCents }) => [
			['code', `${code ?? 'none'}, ${currency} orders`, orders],
			['code', `${code ?? 'none'}, ${currency} paid`, decimalOf(paidCents, currency)],
			['code', `${code ?? 'none'}, ${currency} discount given`, decimalOf(discountCents, currency)],
			['code', `${code ?? 'none'}, ${currency} refunded since`, decimalOf(refundedCents, currency)],
		]),
		...steps.map(({ name, count }) => ['accounts', name, count]),
		...learning.map(({ name, count }) => ['learning', name, count]),
		...figures.flatMap(({ title, figures: each }) => each.map(({ name, value }) => [title, name, value])),
		...edits.flatMap(({ moduleId, sectionId, changedAt, before, after }) => [
			['edit', `${moduleId}/${sectionId} changed`, changedAt.toISOString()],
			['edit', `${moduleId}/${sectionId} opened before`, before.opened],
			['edit', `${moduleId}/${sectionId} continued before`, before.wentOn],
			['edit', `${moduleId}/${sectionId} opened after`, after.opened],
			['edit', `${moduleId}/${sectionId} continued after`, after.wentOn],
		]),
		...stops.flatMap(({ moduleId, sectionId, opened, wentOn }) => [
			['opened', `${moduleId}/${sectionId}`, opened],
			['continued', `${moduleId}/${sectionId}`, wentOn],
		]),
	])
}

async function sendFunnel(request: ConsoleActionRequest) {
	const { groups, accountSteps, sources, codes, period } = await readFunnel(request)
	return sendCsv(request.c, `funnel-${period.from}-to-${period.to}.csv`, [
		['part', 'name', 'step', 'figure'],
		...groups.flatMap(({ name: group, steps }) => steps.map(({ name, count }) => ['funnel', group, name, count])),
		...accountSteps.map(({ name, count }) => ['accounts', 'created in the period', name, count]),
		...sources.flatMap(({ source, ...counts }) => Object.entries(counts).map(([step, count]) => ['source', source, step, count])),
		...codes.flatMap(({ code, ...counts }) => Object.entries(counts).map(([step, count]) => ['code', code ?? 'none', step, count])),
	])
}

export const overviewRoutes = [
	fileRoute(consolePaths.overviewFile, 'operator', sendOverview),
	fileRoute(consolePaths.funnelFile, 'operator', sendFunnel),
]
