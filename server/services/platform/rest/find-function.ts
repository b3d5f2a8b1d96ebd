import { type Catalogue, place, type RestFunction } from './catalogue.ts'
import type { CallArguments, CallRequest } from './request-tree.ts'
import { RestRefusal } from './rest-refusal.ts'

export const listNames = (given: CallArguments): string[] => (given.kind === 'json' ? given.names : [...given.values.keys()])

const accepts = ({ parameters }: RestFunction, names: readonly string[]) =>
	names.every((name) => name !== '' && parameters.some((parameter) => parameter.name === name)) &&
	parameters.every(({ name, isOptional }) => isOptional || names.includes(name))

function describe({ schema, name }: CallRequest, names: readonly string[]) {
	const called = `${schema}.${name}`.slice(0, 140)
	if (names.length === 0) return { called: `${called} without parameters`, sought: `${called} without parameters` }
	const list = names.join(', ').slice(0, 200)
	return { called: `${called}(${list})`, sought: `${called} with parameter${names.length > 1 ? 's' : ''} ${list}` }
}

const printSignature = ({ schema, name, parameters }: RestFunction) =>
	`${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`

/** @throws RestRefusal PGRST202 (404) if no function accepts exactly these arguments, PGRST203 (300) if several do */
export function requireFunction(catalogue: Catalogue, call: CallRequest): RestFunction {
	const names = listNames(call.arguments)
	const fitting = (catalogue.functions.get(place(call.schema, call.name)) ?? []).filter((candidate) => accepts(candidate, names))
	const [found] = fitting
	const { called, sought } = describe(call, names)
	if (!found)
		throw new RestRefusal(404, 'PGRST202', {
			message: `Could not find the function ${called} in the schema cache`,
			details: `Searched for the function ${sought}, but no matches were found in the schema cache.`,
		})
	if (fitting.length > 1)
		throw new RestRefusal(300, 'PGRST203', {
			message: `Could not choose the best candidate function between: ${fitting.map(printSignature).sort().join(', ')}`,
			hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
		})
	return found
}
