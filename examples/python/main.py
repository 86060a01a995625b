import os

from docgraph import Docgraph, DocgraphError

docgraph = Docgraph(
    os.environ.get("DOCGRAPH_URL", "http://127.0.0.1:4000"), os.environ["DOCGRAPH_TOKEN"]
)

organization = next(docgraph.items("listOrganizationsForAuthenticatedUser"))["id"]
for space in docgraph.items("listSpacesInOrganizationById", organizationId=organization, limit=2):
    print(f"Space: {space['title']}")

created = docgraph.call(
    "createSpace", organizationId=organization, body={"title": "Python example"}
)
print(f"Created: {created['title']}, {created['editMode']}")

try:
    docgraph.call("updateSpaceById", spaceId=created["id"], body={"title": "T" * 60})
except DocgraphError as error:
    print(f"Refused: {error}")

docgraph.call("deleteSpaceById", spaceId=created["id"])
print("Deleted")
