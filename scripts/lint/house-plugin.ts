/** Our own lint rules. Each has a violation in tests/fixtures/boundaries. */

import { findAvoidedWords, findQuestion } from './avoided-words.ts'

/** Fields of a syntax node that the rules use; the linter passes the whole ESTree node. */
type Node = {
	type: string
	name?: string
	operator?: string
	object?: Node
	property?: Node
	computed?: boolean
	callee?: Node
	arguments?: Node[]
	expressions?: Node[]
	left?: Node
	right?: Node
	properties?: Node[]
	key?: Node
	value?: Node | string | { cooked?: string | null }
}
type Comment = { type: string; value: string }
type Context = {
	report(found: { message: string; node: Node | Comment }): void
	sourceCode: { getAllComments(): Comment[] }
}
type Rule = { create(context: Context): Record<string, (node: Node) => void> }

const isLiteral = (node: Node): boolean => node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions?.length === 0)

/** True for a string built at run time (`…${x}…` or a + b, however nested), unless every part is a literal. */
function isBuiltText(node: Node): boolean {
	if (node.type === 'TemplateLiteral') return (node.expressions?.length ?? 0) > 0
	if (node.type !== 'BinaryExpression' || node.operator !== '+' || !node.left || !node.right) return false
	return [node.left, node.right].some((part) => !isLiteral(part) && (part.type !== 'BinaryExpression' || isBuiltText(part)))
}

/** Returns the statement of `query(text, …)` or `query({ text, … })`. */
function statementOf(argument: Node | undefined): Node | undefined {
	if (argument?.type !== 'ObjectExpression') return argument
	return argument.properties?.find((property) => property.key?.name === 'text')?.value as Node | undefined
}

const noBuiltSql: Rule = {
	create: (context) => ({
		CallExpression(node) {
			const { callee } = node
			if (callee?.type !== 'MemberExpression' || callee.computed) return
			const method = callee.property?.name
			if (method === 'raw' && callee.object?.name === 'sql')
				context.report({ message: 'sql.raw() puts text into a statement. Bind the value: sql`… ${value} …`.', node })
			const statement = method === 'query' ? statementOf(node.arguments?.[0]) : undefined
			if (statement && isBuiltText(statement))
				context.report({ message: 'This statement is built from strings. Bind values as $1, $2, …', node: statement })
		},
	}),
}

const noRawTransaction: Rule = {
	create: (context) => ({
		CallExpression(node) {
			const { callee } = node
			const method = callee?.type === 'MemberExpression' && !callee.computed ? callee.property?.name : undefined
			if (method === 'transaction' || method === 'startTransaction')
				context.report({ message: 'Use inTransaction(db, run): it retries after conflicts with other transactions.', node })
		},
	}),
}

/** True for several words; a single word is an identifier or a value. */
const isProse = (text: string) => /\S\s+\S/.test(text)

const plainWords: Rule = {
	create(context) {
		const check = (node: Node | Comment, text: unknown) => {
			if (typeof text === 'string' && isProse(text)) for (const { message } of findAvoidedWords(text)) context.report({ message, node })
		}
		return {
			Program() {
				for (const comment of context.sourceCode.getAllComments()) {
					check(comment, comment.value)
					const message = findQuestion(comment.value)
					if (message !== null) context.report({ message, node: comment })
				}
			},
			Literal: (node) => check(node, node.value),
			JSXText: (node) => check(node, node.value),
			TemplateElement: (node) => check(node, (node.value as { cooked?: string | null }).cooked),
		}
	},
}

export default {
	meta: { name: 'house' },
	rules: { 'no-built-sql': noBuiltSql, 'no-raw-transaction': noRawTransaction, 'plain-words': plainWords },
}
