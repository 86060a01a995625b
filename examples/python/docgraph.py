"""A client of docgraph's REST interface. It needs the standard library only: the operations and
their parameters come from the gateway's OpenAPI document."""

import json
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class DocgraphError(Exception):
    """An error response: its HTTP status, and what to do."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


class Docgraph:
    """Calls operations by their ids: `docgraph.call("getSpaceById", spaceId="sp_…")`."""

    def __init__(self, url, token):
        self._url = url.rstrip("/")
        self._token = token
        document = self._send("GET", "/v1/openapi.json")
        shared = document["components"]["parameters"]
        self._operations = {}
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                parameters = {}
                for parameter in operation.get("parameters", []):
                    if "$ref" in parameter:
                        parameter = shared[parameter["$ref"].rsplit("/", 1)[-1]]
                    parameters[parameter["name"]] = parameter["in"]
                self._operations[operation["operationId"]] = (method.upper(), path, parameters)

    def call(self, operation_id, body=None, **arguments):
        """Runs an operation. Returns the JSON of its response; None for a response without one."""
        method, path, parameters = self._operations[operation_id]
        query, headers = {}, {}
        for name, value in arguments.items():
            # An unknown parameter is a mistake of the caller, not of the server.
            place = parameters[name]
            if place == "path":
                path = path.replace("{" + name + "}", quote(str(value), safe=""))
            else:
                (query if place == "query" else headers)[name] = value
        return self._send(method, path + ("?" + urlencode(query) if query else ""), body, headers)

    def items(self, operation_id, **arguments):
        """All items of a list, page by page."""
        while True:
            page = self.call(operation_id, **arguments)
            yield from page["items"]
            if "next" not in page:
                return
            arguments["page"] = page["next"]["page"]

    def _send(self, method, path, body=None, headers=None):
        request = Request(self._url + path, method=method, headers=headers or {})
        request.add_header("Authorization", f"Bearer {self._token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urlopen(request) as response:
                text = response.read()
        except HTTPError as error:
            raise DocgraphError(error.code, json.load(error)["error"]["message"]) from error
        return json.loads(text) if text else None
