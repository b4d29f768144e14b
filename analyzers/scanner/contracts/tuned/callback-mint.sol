// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IERC721Receiver {
    function onERC721Received(address a, address b, uint256 id, bytes calldata data) external returns (bytes4);
}

contract CallbackMint {
    mapping(uint256 => address) public ownerOf;
    mapping(address => bool) public hasMinted;
    uint256 public next;

    function mintOne() external {
        require(!hasMinted[msg.sender], "once");
        _safeMint(msg.sender, next++); // expect: reentrancy-callback
        hasMinted[msg.sender] = true;
    }

    function mintOneSafely() external {
        require(!hasMinted[msg.sender], "once");
        hasMinted[msg.sender] = true;
        _safeMint(msg.sender, next++);
    }

    function _safeMint(address to, uint256 id) internal {
        ownerOf[id] = to;
        if (to.code.length > 0) {
            bytes4 answer = IERC721Receiver(to).onERC721Received(msg.sender, address(0), id, "");
            require(answer == IERC721Receiver.onERC721Received.selector, "refused");
        }
    }
}
