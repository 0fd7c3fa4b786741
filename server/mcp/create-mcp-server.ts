/** An MCP server for one request, with the tools bound to the caller's key. */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { brand } from '#domain/brand.ts';
import { AppError } from '../base/errors.ts';
import { type CallApi, type Tool, tools } from './mcp-tools.ts';

const instructions = `${brand.name} watches the prices of football collectibles and alerts when they cross a threshold. Search matches first, then their prices; ids of matches and collectibles are opaque. Prefer preview_threshold before create_threshold.`;

export function createMcpServer(version: string, call: CallApi): McpServer {
  const server = new McpServer({ name: 'vigia', title: brand.name, version }, { instructions });
  for (const { tool, inputSchema } of listedTools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema,
        annotations: { readOnlyHint: tool.readOnly, destructiveHint: tool.destructive },
      },
      (input: unknown) => runTool(tool, input, call),
    );
  return server;
}

/** An expected error is the tool's answer, for the model to read; any other one is the server's. */
async function runTool(tool: Tool, input: unknown, call: CallApi): Promise<CallToolResult> {
  try {
    const answer = await tool.run(input, call);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { fields = [], requiredPlan, stored } = error.extras;
    const { message, code } = error;
    const said = { error: message, code, requiredPlan, fields, stored };
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(said) }] };
  }
}

/** What the SDK lists of a tool's input; zod/mini does not say it by itself. Rendered once, not at each listing. */
function withJsonSchema(schema: z.ZodMiniType) {
  const toJson = (io: 'input' | 'output') => {
    let json: Record<string, unknown> | null = null;
    return (): Record<string, unknown> => {
      json ??= z.toJSONSchema(schema, { io });
      return json;
    };
  };
  const standard = schema['~standard'];
  return {
    '~standard': {
      version: standard.version,
      vendor: standard.vendor,
      validate: standard.validate,
      jsonSchema: { input: toJson('input'), output: toJson('output') },
    },
  } as const;
}

const listedTools = tools.map((tool) => ({ tool, inputSchema: withJsonSchema(tool.input) }));
